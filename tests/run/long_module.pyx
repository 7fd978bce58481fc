"""A module body that is long enough for several functions of C."""
seen = []


def note(name, *rest):
    seen.append(name)
    return rest[0] if rest else name


def marked(tag):
    def mark(function):
        seen.append((tag, function.__name__))
        return function
    return mark


cdef int counter = 0
cdef object kept = None
cdef double total

value_0 = note("value_0", [0, (len(seen) > 0, 0.5)])
counter += 0
kept = (kept, value_0) if kept else value_0
first_0, *rest_0 = note("unpacked", range(1))
squares_0 = {x: x * x for x in range(0) if x != note("filter", 1)}
try:
    note("try", 0) / (0 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 0")
for loop in range(0):
    total = total + loop if loop else 0
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {0!r:>4}")


@marked(0)
def function_0(a, b=value_0[0], *, c=note("default")):
    return a, b, c, counter


class Class_0(object):
    tag = note("class", 0)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, ()

value_1 = note("value_1", [1, (len(seen) > 1, 1.5)])
counter += 1
kept = (kept, value_1) if kept else value_1
first_1, *rest_1 = note("unpacked", range(2))
squares_1 = {x: x * x for x in range(1) if x != note("filter", 1)}
try:
    note("try", 1) / (1 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 1")
for loop in range(1):
    total = total + loop if loop else 1
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {1!r:>4}")


@marked(1)
def function_1(a, b=value_1[0], *, c=note("default")):
    return a, b, c, counter


class Class_1(Class_0):
    tag = note("class", 1)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_2 = note("value_2", [2, (len(seen) > 2, 2.5)])
counter += 2
kept = (kept, value_2) if kept else value_2
first_2, *rest_2 = note("unpacked", range(3))
squares_2 = {x: x * x for x in range(2) if x != note("filter", 1)}
try:
    note("try", 2) / (2 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 2")
for loop in range(2):
    total = total + loop if loop else 2
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {2!r:>4}")


@marked(2)
def function_2(a, b=value_2[0], *, c=note("default")):
    return a, b, c, counter


class Class_2(Class_1):
    tag = note("class", 2)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_3 = note("value_3", [3, (len(seen) > 3, 3.5)])
counter += 3
kept = (kept, value_3) if kept else value_3
first_3, *rest_3 = note("unpacked", range(4))
squares_3 = {x: x * x for x in range(3) if x != note("filter", 1)}
try:
    note("try", 3) / (3 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 3")
for loop in range(0):
    total = total + loop if loop else 3
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {3!r:>4}")


@marked(3)
def function_3(a, b=value_3[0], *, c=note("default")):
    return a, b, c, counter


class Class_3(Class_2):
    tag = note("class", 3)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_4 = note("value_4", [4, (len(seen) > 4, 4.5)])
counter += 4
kept = (kept, value_4) if kept else value_4
first_4, *rest_4 = note("unpacked", range(1))
squares_4 = {x: x * x for x in range(4) if x != note("filter", 1)}
try:
    note("try", 4) / (4 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 4")
for loop in range(1):
    total = total + loop if loop else 4
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {4!r:>4}")


@marked(4)
def function_4(a, b=value_4[0], *, c=note("default")):
    return a, b, c, counter


class Class_4(Class_3):
    tag = note("class", 4)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_5 = note("value_5", [5, (len(seen) > 5, 5.5)])
counter += 5
kept = (kept, value_5) if kept else value_5
first_5, *rest_5 = note("unpacked", range(2))
squares_5 = {x: x * x for x in range(0) if x != note("filter", 1)}
try:
    note("try", 5) / (5 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 5")
for loop in range(2):
    total = total + loop if loop else 5
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {5!r:>4}")


@marked(5)
def function_5(a, b=value_5[0], *, c=note("default")):
    return a, b, c, counter


class Class_5(Class_4):
    tag = note("class", 5)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_6 = note("value_6", [6, (len(seen) > 6, 6.5)])
counter += 6
kept = (kept, value_6) if kept else value_6
first_6, *rest_6 = note("unpacked", range(3))
squares_6 = {x: x * x for x in range(1) if x != note("filter", 1)}
try:
    note("try", 6) / (6 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 6")
for loop in range(0):
    total = total + loop if loop else 6
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {6!r:>4}")


@marked(6)
def function_6(a, b=value_6[0], *, c=note("default")):
    return a, b, c, counter


class Class_6(Class_5):
    tag = note("class", 6)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_7 = note("value_7", [7, (len(seen) > 7, 7.5)])
counter += 7
kept = (kept, value_7) if kept else value_7
first_7, *rest_7 = note("unpacked", range(4))
squares_7 = {x: x * x for x in range(2) if x != note("filter", 1)}
try:
    note("try", 7) / (7 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 7")
for loop in range(1):
    total = total + loop if loop else 7
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {7!r:>4}")


@marked(7)
def function_7(a, b=value_7[0], *, c=note("default")):
    return a, b, c, counter


class Class_7(Class_6):
    tag = note("class", 7)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_8 = note("value_8", [8, (len(seen) > 8, 8.5)])
counter += 8
kept = (kept, value_8) if kept else value_8
first_8, *rest_8 = note("unpacked", range(1))
squares_8 = {x: x * x for x in range(3) if x != note("filter", 1)}
try:
    note("try", 8) / (8 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 8")
for loop in range(2):
    total = total + loop if loop else 8
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {8!r:>4}")


@marked(8)
def function_8(a, b=value_8[0], *, c=note("default")):
    return a, b, c, counter


class Class_8(Class_7):
    tag = note("class", 8)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_9 = note("value_9", [9, (len(seen) > 9, 9.5)])
counter += 9
kept = (kept, value_9) if kept else value_9
first_9, *rest_9 = note("unpacked", range(2))
squares_9 = {x: x * x for x in range(4) if x != note("filter", 1)}
try:
    note("try", 9) / (9 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 9")
for loop in range(0):
    total = total + loop if loop else 9
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {9!r:>4}")


@marked(9)
def function_9(a, b=value_9[0], *, c=note("default")):
    return a, b, c, counter


class Class_9(Class_8):
    tag = note("class", 9)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_10 = note("value_10", [10, (len(seen) > 10, 10.5)])
counter += 10
kept = (kept, value_10) if kept else value_10
first_10, *rest_10 = note("unpacked", range(3))
squares_10 = {x: x * x for x in range(0) if x != note("filter", 1)}
try:
    note("try", 10) / (10 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 10")
for loop in range(1):
    total = total + loop if loop else 10
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {10!r:>4}")


@marked(10)
def function_10(a, b=value_10[0], *, c=note("default")):
    return a, b, c, counter


class Class_10(Class_9):
    tag = note("class", 10)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_11 = note("value_11", [11, (len(seen) > 11, 11.5)])
counter += 11
kept = (kept, value_11) if kept else value_11
first_11, *rest_11 = note("unpacked", range(4))
squares_11 = {x: x * x for x in range(1) if x != note("filter", 1)}
try:
    note("try", 11) / (11 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 11")
for loop in range(2):
    total = total + loop if loop else 11
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {11!r:>4}")


@marked(11)
def function_11(a, b=value_11[0], *, c=note("default")):
    return a, b, c, counter


class Class_11(Class_10):
    tag = note("class", 11)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_12 = note("value_12", [12, (len(seen) > 12, 12.5)])
counter += 12
kept = (kept, value_12) if kept else value_12
first_12, *rest_12 = note("unpacked", range(1))
squares_12 = {x: x * x for x in range(2) if x != note("filter", 1)}
try:
    note("try", 12) / (12 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 12")
for loop in range(0):
    total = total + loop if loop else 12
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {12!r:>4}")


@marked(12)
def function_12(a, b=value_12[0], *, c=note("default")):
    return a, b, c, counter


class Class_12(Class_11):
    tag = note("class", 12)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_13 = note("value_13", [13, (len(seen) > 13, 13.5)])
counter += 13
kept = (kept, value_13) if kept else value_13
first_13, *rest_13 = note("unpacked", range(2))
squares_13 = {x: x * x for x in range(3) if x != note("filter", 1)}
try:
    note("try", 13) / (13 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 13")
for loop in range(1):
    total = total + loop if loop else 13
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {13!r:>4}")


@marked(13)
def function_13(a, b=value_13[0], *, c=note("default")):
    return a, b, c, counter


class Class_13(Class_12):
    tag = note("class", 13)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_14 = note("value_14", [14, (len(seen) > 14, 14.5)])
counter += 14
kept = (kept, value_14) if kept else value_14
first_14, *rest_14 = note("unpacked", range(3))
squares_14 = {x: x * x for x in range(4) if x != note("filter", 1)}
try:
    note("try", 14) / (14 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 14")
for loop in range(2):
    total = total + loop if loop else 14
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {14!r:>4}")


@marked(14)
def function_14(a, b=value_14[0], *, c=note("default")):
    return a, b, c, counter


class Class_14(Class_13):
    tag = note("class", 14)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_15 = note("value_15", [15, (len(seen) > 15, 15.5)])
counter += 15
kept = (kept, value_15) if kept else value_15
first_15, *rest_15 = note("unpacked", range(4))
squares_15 = {x: x * x for x in range(0) if x != note("filter", 1)}
try:
    note("try", 15) / (15 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 15")
for loop in range(0):
    total = total + loop if loop else 15
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {15!r:>4}")


@marked(15)
def function_15(a, b=value_15[0], *, c=note("default")):
    return a, b, c, counter


class Class_15(Class_14):
    tag = note("class", 15)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_16 = note("value_16", [16, (len(seen) > 16, 16.5)])
counter += 16
kept = (kept, value_16) if kept else value_16
first_16, *rest_16 = note("unpacked", range(1))
squares_16 = {x: x * x for x in range(1) if x != note("filter", 1)}
try:
    note("try", 16) / (16 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 16")
for loop in range(1):
    total = total + loop if loop else 16
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {16!r:>4}")


@marked(16)
def function_16(a, b=value_16[0], *, c=note("default")):
    return a, b, c, counter


class Class_16(Class_15):
    tag = note("class", 16)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_17 = note("value_17", [17, (len(seen) > 17, 17.5)])
counter += 17
kept = (kept, value_17) if kept else value_17
first_17, *rest_17 = note("unpacked", range(2))
squares_17 = {x: x * x for x in range(2) if x != note("filter", 1)}
try:
    note("try", 17) / (17 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 17")
for loop in range(2):
    total = total + loop if loop else 17
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {17!r:>4}")


@marked(17)
def function_17(a, b=value_17[0], *, c=note("default")):
    return a, b, c, counter


class Class_17(Class_16):
    tag = note("class", 17)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_18 = note("value_18", [18, (len(seen) > 18, 18.5)])
counter += 18
kept = (kept, value_18) if kept else value_18
first_18, *rest_18 = note("unpacked", range(3))
squares_18 = {x: x * x for x in range(3) if x != note("filter", 1)}
try:
    note("try", 18) / (18 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 18")
for loop in range(0):
    total = total + loop if loop else 18
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {18!r:>4}")


@marked(18)
def function_18(a, b=value_18[0], *, c=note("default")):
    return a, b, c, counter


class Class_18(Class_17):
    tag = note("class", 18)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_19 = note("value_19", [19, (len(seen) > 19, 19.5)])
counter += 19
kept = (kept, value_19) if kept else value_19
first_19, *rest_19 = note("unpacked", range(4))
squares_19 = {x: x * x for x in range(4) if x != note("filter", 1)}
try:
    note("try", 19) / (19 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 19")
for loop in range(1):
    total = total + loop if loop else 19
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {19!r:>4}")


@marked(19)
def function_19(a, b=value_19[0], *, c=note("default")):
    return a, b, c, counter


class Class_19(Class_18):
    tag = note("class", 19)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_20 = note("value_20", [20, (len(seen) > 20, 20.5)])
counter += 20
kept = (kept, value_20) if kept else value_20
first_20, *rest_20 = note("unpacked", range(1))
squares_20 = {x: x * x for x in range(0) if x != note("filter", 1)}
try:
    note("try", 20) / (20 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 20")
for loop in range(2):
    total = total + loop if loop else 20
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {20!r:>4}")


@marked(20)
def function_20(a, b=value_20[0], *, c=note("default")):
    return a, b, c, counter


class Class_20(Class_19):
    tag = note("class", 20)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_21 = note("value_21", [21, (len(seen) > 21, 21.5)])
counter += 21
kept = (kept, value_21) if kept else value_21
first_21, *rest_21 = note("unpacked", range(2))
squares_21 = {x: x * x for x in range(1) if x != note("filter", 1)}
try:
    note("try", 21) / (21 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 21")
for loop in range(0):
    total = total + loop if loop else 21
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {21!r:>4}")


@marked(21)
def function_21(a, b=value_21[0], *, c=note("default")):
    return a, b, c, counter


class Class_21(Class_20):
    tag = note("class", 21)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_22 = note("value_22", [22, (len(seen) > 22, 22.5)])
counter += 22
kept = (kept, value_22) if kept else value_22
first_22, *rest_22 = note("unpacked", range(3))
squares_22 = {x: x * x for x in range(2) if x != note("filter", 1)}
try:
    note("try", 22) / (22 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 22")
for loop in range(1):
    total = total + loop if loop else 22
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {22!r:>4}")


@marked(22)
def function_22(a, b=value_22[0], *, c=note("default")):
    return a, b, c, counter


class Class_22(Class_21):
    tag = note("class", 22)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

value_23 = note("value_23", [23, (len(seen) > 23, 23.5)])
counter += 23
kept = (kept, value_23) if kept else value_23
first_23, *rest_23 = note("unpacked", range(4))
squares_23 = {x: x * x for x in range(3) if x != note("filter", 1)}
try:
    note("try", 23) / (23 % 3)
except ZeroDivisionError as error:
    seen.append(str(error))
finally:
    seen.append("finally 23")
for loop in range(2):
    total = total + loop if loop else 23
    if loop == 1:
        break
else:
    seen.append(f"no break {counter} {23!r:>4}")


@marked(23)
def function_23(a, b=value_23[0], *, c=note("default")):
    return a, b, c, counter


class Class_23(Class_22):
    tag = note("class", 23)
    table = {"a": tag, "b": [tag]}

    def method(self, x=tag):
        return x, self.table["b"], __class__.__name__, super().method()

def state():
    return counter, kept, total
