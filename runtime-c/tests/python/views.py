"""Memoryview objects, tracebacks and sharing between modules: views.py MODULE [OTHER]"""

import gc
import importlib
import sys
import traceback
import unittest
import weakref

import numpy as np

subject = importlib.import_module(sys.argv[1])
other = importlib.import_module(sys.argv[2] if len(sys.argv) > 2 else sys.argv[1])


def array():
    return np.arange(12.0).reshape(3, 4)


class Memoryviews(unittest.TestCase):
    def test_shares_the_array(self):
        C = array()
        view = subject.to_object(C)
        again = np.asarray(view)
        self.assertTrue(np.shares_memory(again, C))
        again[0, 0] = 42
        self.assertEqual(C[0, 0], 42)
        self.assertIs(view.base, C)
        self.assertIsNone(subject.to_object(None))

    def test_attributes(self):
        view = subject.to_object(array())
        self.assertEqual((view.shape, view.strides, view.suboffsets), ((3, 4), (32, 8), (-1, -1)))
        self.assertEqual((view.ndim, view.itemsize, view.size, view.nbytes), (2, 8, 12, 96))
        self.assertEqual((view.T.shape, len(view), memoryview(view).format), ((4, 3), 3, "d"))
        self.assertTrue(view.is_c_contig() and view.T.is_f_contig() and not view.T.is_c_contig())
        self.assertRegex(repr(view), r"^<MemoryView of 'ndarray' at 0x[0-9a-f]+>$")
        self.assertEqual(str(view), "<MemoryView of 'ndarray' object>")

    def test_indexing_is_numpy_s(self):
        C = array()
        view = subject.to_object(C)
        for index in np.index_exp[0], np.index_exp[-1, 2], np.index_exp[1:, ::-2], np.index_exp[..., 1], np.index_exp[1, ...], ():
            np.testing.assert_array_equal(np.asarray(view[index]), C[index])
        self.assertEqual(list(view[1]), [4, 5, 6, 7])

    def test_assigning(self):
        C, expected = array(), array()
        view = subject.to_object(C)
        for target in (view, expected):
            target[1, 1] = 7
            target[2] = 1.5
            target[:, 3] = np.array([9.0, 8, 7])
            target[0, :3] = np.asarray(target)[1, :3].copy()
            target[..., 0] = -1
        np.testing.assert_array_equal(C, expected)
        view[::-1] = view  # overlapping
        np.testing.assert_array_equal(C, expected[::-1])

    def test_structs_with_more_fields_are_refused(self):
        with self.assertRaisesRegex(ValueError, "Buffer dtype mismatch, expected end but got 'int'"):
            subject.view_point(np.zeros(2, [("u", "f8"), ("v", "f8"), ("w", "i4"), ("x", "i1")]))

    def test_unions_are_bytes_or_one_of_their_fields(self):
        self.assertEqual(subject.view_either(np.zeros(2, "V8")), 2)
        self.assertEqual(subject.view_either(np.zeros(2, "f8")), 2)
        for dtype in ("i4", "i8", "V4"):
            self.assertRaises(ValueError, subject.view_either, np.zeros(2, dtype))
        tagged = np.zeros(2, {"names": ["tag", "of"], "formats": ["i4", "f8"], "offsets": [0, 8]})
        raw = np.zeros(2, {"names": ["tag", "of"], "formats": ["i4", "V8"], "offsets": [0, 8]})
        self.assertEqual((subject.view_tagged(tagged), subject.view_tagged(raw)), (2, 2))
        again = np.asarray(subject.to_object_tagged(raw))
        self.assertEqual((again.dtype["of"], again.dtype.itemsize), (np.dtype("V8"), 16))
        self.assertRaises(ValueError, subject.view_tagged, np.zeros(2, [("tag", "i4"), ("of", "V8")]))

    def test_refuses(self):
        view = subject.to_object(array())
        for index, error, message in (
            ((3, 0), IndexError, r"Out of bounds on buffer access \(axis 0\)"),
            (5, IndexError, r"Index out of bounds \(axis 0\)"),
            ("a", TypeError, "Cannot index with type '<class 'str'>'"),
            ((0, 0, 0), IndexError, "too many indices"),
            (slice(None, None, 0), ValueError, r"Step may not be zero \(axis 0\)"),
        ):
            with self.assertRaisesRegex(error, message):
                view[index]
        with self.assertRaisesRegex(TypeError, "must be real number, not str"):
            view[0, 0] = "a"
        with self.assertRaisesRegex(ValueError, r"differing extents in dimension 0 \(got 3 and 2\)"):
            view[:] = np.ones((2, 4))
        with self.assertRaises(NotImplementedError):
            del view[0]
        with self.assertRaises(TypeError):
            type(view)()
        with self.assertRaises(BufferError):
            np.frombuffer(view.T)

    def test_copies(self):
        C = array()
        for copy, order in ((subject.to_object(C).copy(), "C"), (subject.to_object(C).copy_fortran(), "F")):
            self.assertTrue(np.asarray(copy).flags[f"{order}_CONTIGUOUS"])
            np.testing.assert_array_equal(np.asarray(copy), C)
            copy[0, 0] = 100
            self.assertEqual(C[0, 0], 0)

    def test_views_of_views(self):
        view = subject.to_object(array())
        self.assertEqual(subject.two(view, view), 6)
        with self.assertRaisesRegex(ValueError, "not contiguous in the same dimension"):
            subject.two(view.T, view)
        with self.assertRaisesRegex(ValueError, "Buffer not C contiguous"):
            subject.two(view[:, :2], view)
        with self.assertRaisesRegex(ValueError, r"expected 'float' but got 'double'"):
            subject.view_float(view[0])


class Temporaries(unittest.TestCase):
    """What `temporary` gives: the maps `tofrom` of one view, `from` asked for none, then with a second
    view `tofrom` of one and `from` of two."""

    DEAD, ALIVE = (5, 2, 3, 4), (3, 2, 3, 2)  # OFFCY_TO | OFFCY_WRITTEN, ...; as asked for

    def test_a_new_array_is_the_function_s(self):
        for allocate in (lambda: np.zeros(4), lambda: array()[0].copy(), lambda: array()[0] + 1):
            self.assertEqual(subject.temporary(allocate, None), self.DEAD)
        self.assertEqual(subject.temporary(lambda: None, None), self.ALIVE)

    def test_what_others_reach_is_not(self):
        kept = np.zeros(4)
        weak, views = [], []

        def known_weakly():
            new = np.zeros(4)
            weak.append(weakref.ref(new))
            return new

        def looked_at():
            new = np.zeros(4)
            views.append(memoryview(new))
            return new

        class Array(np.ndarray):
            pass

        for allocate in (
            lambda: kept,
            known_weakly,
            looked_at,
            lambda: array()[0],
            lambda: np.frombuffer(bytearray(32)),
            lambda: memoryview(bytearray(32)).cast("d"),
            lambda: np.zeros(4).view(Array),
            lambda: Array(4),
            lambda: subject.to_object(array())[0],
            lambda: other.to_object(array())[0],
        ):
            self.assertEqual(subject.temporary(allocate, None), self.ALIVE)

    def test_what_python_has_seen_is_not(self):
        for use in (np.asarray, lambda view: None, lambda view: view.base, other.strided1):
            self.assertEqual(subject.temporary(lambda: np.zeros(4), use), self.ALIVE)

    def test_what_is_lent_is(self):
        for use in (lambda view: None, np.empty_like, np.zeros_like):
            self.assertEqual(subject.lent_temporary(lambda: np.zeros(4), use), self.DEAD)
        kept = []
        self.assertEqual(subject.lent_temporary(lambda: np.zeros(4), kept.append), self.ALIVE)


class Errors(unittest.TestCase):
    def test_records_become_exceptions(self):
        m = subject
        for kind, site, error, message in (
            (m.OVERFLOW, 0, OverflowError, "value too large"),
            (m.DIVISION_OVERFLOW, 0, OverflowError, "value too large to perform division"),
            (m.NEGATIVE_POWER, 0, ValueError, "Integers to negative powers are not allowed"),
            (m.UNBOUND_ERROR, 0, UnboundLocalError, "local variable 'v' referenced before assignment"),
            (m.RAISED, 1, KeyError, "'not there'"),
            (m.RAISED, 2, StopIteration, ""),
            (m.RAISED, 3, RuntimeError, "no exception"),
            (m.NONE_ERROR, 1, KeyError, "'not there'"),
            (m.OUT_OF_MEMORY, -1, MemoryError, "device 2 is out of memory: no room for 'X' (77 bytes)"),
            (m.OUT_OF_HOST_MEMORY, -1, MemoryError, "the host is out of memory: no room to move 'X' (77 bytes)"),
            (m.OVERLAP, -1, ValueError, "'X' and 'Y' overlap in part: they cannot be on a device at the same time"),
            (m.SHARED, -1, ValueError, "'X' and 'Y' share memory, which is not supported in a data context where threads add up what they have: "
             "pass a copy of one"),
            (m.BAD_MAP, -1, ValueError, "cannot map 'X': Y"),
            (m.NOT_PRESENT, -1, ValueError, "cannot update 'X': it is not on device 2"),
            (m.BAD_DEVICE, -1, ValueError, "there is no device 2 (number of devices: 4)"),
            (m.NO_DEVICE, -1, RuntimeError, "OMP_TARGET_OFFLOAD=MANDATORY, but Y"),
            (m.TRANSFER_FAILED, -1, RuntimeError, "device 2 failed to Y 'X' (77 bytes)"),
            (0, -1, SystemError, "offcy: no error was recorded (kind 0)"),
        ):
            with self.subTest(message=message), self.assertRaises(error) as caught:
                m.raise_kind(kind, site, 2, 77, 4)
            self.assertIs(type(caught.exception), error)
            self.assertEqual(str(caught.exception), message)
        with self.assertRaisesRegex(RuntimeError, "forked child"):
            m.raise_kind(m.FORKED, -1, 0, 0, 0)

    def test_notes_without_a_map_name_the_extent(self):
        with self.assertRaises(IndexError) as caught:
            subject.raise_kind(subject.INDEX_ERROR, 0, 0, 9, 1)
        self.assertEqual(caught.exception.__notes__, ["v: index 9 on axis 0, which has 1 element"])


class Together(unittest.TestCase):
    def test_modules_share_one_type(self):
        self.assertIs(type(subject.to_object(array())), type(other.to_object(array())))
        self.assertEqual(other.two(subject.to_object(array()), array()), 6)

    def test_traceback_names_the_source(self):
        try:
            subject.element(array(), 5, 0)
        except IndexError as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            self.assertEqual((frame.filename, frame.lineno, frame.name), ("offcy_probe.pyx", 67, "element"))
            self.assertEqual(error.__notes__, ["X: index 5 on axis 0, where the shape is (3, 4)"])
        else:
            self.fail("no IndexError")

    def test_nothing_leaks(self):
        C = array()

        def use():
            subject.to_object(C)[1:].T.copy()
            subject.row(C, 1)
            for bad in ((C, 9, 0), (C, 0, 9), ("", 0, 0), (C, 0), (C.astype("i4"), 0, 0)):
                try:
                    subject.element(*bad)
                except Exception:
                    pass
            try:
                subject.both(1, a=2)
            except TypeError:
                pass
            subject.both(1, 2, 3, c=4, d=5)

        for _ in range(100):
            use()
        gc.collect()
        references, blocks = sys.getrefcount(C), sys.getallocatedblocks()
        for _ in range(2000):
            use()
        gc.collect()
        self.assertEqual(sys.getrefcount(C), references)
        self.assertLess(abs(sys.getallocatedblocks() - blocks), 1000)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
