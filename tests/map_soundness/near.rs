//! Regions that a rule of the inference is about, and others that differ from them in one thing: a bound, an index, the order
//! of two loops, a condition. Most of them are written in full by some shapes, and not by others.

use crate::generate::Random;
use crate::lines::Lines;

/// The statements of a region, at a depth of two.
pub fn region(random: &mut Random) -> String {
    let mut near = Near { random, text: String::new(), depth: 2 };
    let around = near.random.below(12);
    match around {
        0 => near.open(&["for l in range(p):", "for l in range(2):", "for l in range(N):"]),
        1 => near.open(&["if p > 0:", "if M > 1:", "if N >= 0:"]),
        _ => {}
    }
    near.shape();
    if near.random.chance(15) {
        near.depth = 2;
        near.shape();
    }
    near.text
}

struct Near<'r> {
    random: &'r mut Random,
    text: String,
    depth: usize,
}

const ROWS: [&str; 6] = ["M", "M", "A.shape[0]", "A.shape[0]", "N", "M - 1"];
const COLUMNS: [&str; 9] =
    ["N", "N", "A.shape[1]", "A.shape[1]", "M", "p", "N - 1", "min(N, A.shape[1])", "max(N, p)"];
/// Of the vector `C`.
const LENGTHS: [&str; 8] = ["M", "M", "C.shape[0]", "C.shape[0]", "N", "p", "M - 1", "min(M, C.shape[0])"];
const CONDITIONS: [&str; 8] =
    ["i % 2 == 0", "i < p", "p > 1", "i >= 0", "idx[i] > 1", "M > N", "i == 0", "M - 1 > i"];

impl Lines for Near<'_> {
    fn written(&mut self) -> (&mut String, &mut usize) {
        (&mut self.text, &mut self.depth)
    }
}

impl Near<'_> {
    fn lines(&mut self, texts: &[&str]) {
        texts.iter().for_each(|text| self.line(text));
    }

    /// A line that opens a block, which goes on until the depth is set again.
    fn open(&mut self, any: &[&str]) {
        let header = self.random.pick(any).to_string();
        self.line(&header);
        self.depth += 1;
    }

    fn pick(&mut self, any: &[&str]) -> String {
        self.random.pick(any).to_string()
    }

    /// The arguments of a range that mostly goes through `0..bound`.
    fn range(&mut self, bounds: &[&str]) -> String {
        let bound = self.pick(bounds);
        match self.random.below(14) {
            0 => format!("1, {bound}"),
            1 => format!("0, {bound}, 2"),
            2 | 3 => format!("{bound} - 1, -1, -1"),
            4 => format!("{bound}, 0, -1"),
            5 => format!("p, {bound}"),
            6 => format!("{bound} - 1, -1, -2"),
            _ => bound,
        }
    }

    fn condition(&mut self) -> String {
        self.pick(&CONDITIONS)
    }

    fn shape(&mut self) {
        match self.random.below(31) {
            0 | 1 => self.vector(),
            2 => self.matrix(),
            3 => self.triangle(),
            4 => self.repeated(),
            5..=7 => self.digits(),
            8 | 9 | 26 | 27 => self.read_again(),
            10 => self.two_loops(),
            11 | 12 => self.left_early(),
            13 => self.called(),
            14 | 15 => self.chosen(),
            16 | 17 => self.handed_on(),
            18 | 19 => self.narrow(),
            20 => self.slices(),
            21 => self.chosen_views(),
            22 | 23 => self.scaled(),
            24 => self.cube(),
            28..=30 => self.parts(),
            _ => self.two_halves(),
        }
    }

    /// `C[i]`, one way or another.
    fn vector(&mut self) {
        let range = self.range(&LENGTHS);
        self.inside(&format!("for i in prange({range}):"), |near| {
            let view = near.pick(&["C", "C", "S"]);
            let index = near.pick(&[
                "i",
                "i",
                "M - 1 - i",
                "i + 1",
                "i - 1",
                "2 * i",
                "i + p",
                "-i",
                "2 * i + 1",
                "i // 2",
            ]);
            near.line(&format!("{view}[{index}] = 1.0"));
            if near.random.chance(30) {
                let index = near.pick(&["i", "M - 1 - i", "0", "i - 1", "i + 1"]);
                near.line(&format!("x = {view}[{index}]"));
            }
        });
    }

    /// `A[i, j]`, its axes in either order.
    fn matrix(&mut self) {
        let (rows, columns) = (self.range(&ROWS), self.range(&COLUMNS));
        let word = self.pick(&["range", "range", "prange"]);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.inside(&format!("for j in {word}({columns}):"), |near| {
                let place = near.pick(&[
                    "A[i, j]",
                    "A[i, j]",
                    "A[j, i]",
                    "A[i, i]",
                    "A.T[i, j]",
                    "A.T[j, i]",
                    "B.T[j, i]",
                    "A[i, N - 1 - j]",
                    "A[i, j - 1]",
                ]);
                near.line(&format!("{place} = 1.0"));
            });
        });
    }

    fn triangle(&mut self) {
        let rows = self.pick(&ROWS);
        let columns = self.pick(&[
            "i",
            "i + 1",
            "i, N",
            "i, A.shape[1]",
            "i + 1, N",
            "min(i + 1, N)",
            "max(i, p), N",
            "M - i",
            "N - i",
        ]);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.inside(&format!("for j in range({columns}):"), |near| {
                let place = near.pick(&[
                    "A[i, j]",
                    "A[i, j]",
                    "A[j, i]",
                    "A[i, N - 1 - j]",
                    "C[j]",
                    "C[i]",
                    "A[i, j - i]",
                ]);
                near.line(&format!("{place} = 1.0"));
            });
        });
    }

    /// A loop that no index follows.
    fn repeated(&mut self) {
        let range = self.range(&LENGTHS);
        let around =
            self.pick(&["N", "p", "N - 1", "2", "1, N", "p, N", "B.shape[1]", "idx[0]", "i", "-1, p"]);
        let outer_first = self.random.chance(50) && around != "i";
        let (outer, inner) = (format!("for i in prange({range}):"), format!("for j in range({around}):"));
        let place = self.pick(&["C[i]", "C[i]", "A[i, 0]", "C[i + j]"]);
        let write = |near: &mut Self| near.line(&format!("{place} = 1.0"));
        if outer_first {
            let inner = inner.replace("idx[0]", "p");
            self.inside(&inner, |near| near.inside(&outer, write));
        } else {
            self.inside(&outer, |near| near.inside(&inner, write));
        }
    }

    /// `C[i * N + j]`
    fn digits(&mut self) {
        let rows = self.pick(&["M", "M", "M", "M", "M", "1, M", "A.shape[0]"]);
        let columns = self.pick(&["N", "N", "N", "N", "N", "1, N", "N - 1", "A.shape[1]"]);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.inside(&format!("for j in range({columns}):"), |near| {
                if near.random.chance(20) {
                    near.inside("for k in range(2):", |near| near.line("C[(i * N + j) * 2 + k] = 1.0"));
                } else {
                    let index = near.pick(&[
                        "i * N + j",
                        "i * N + j",
                        "i * N + j",
                        "i * N + j",
                        "i * N + j",
                        "j * M + i",
                        "i + j * M",
                        "i * N + j + 1",
                        "i * A.shape[1] + j",
                        "i * p + j",
                    ]);
                    near.line(&format!("C[{index}] = 1.0"));
                }
            });
        });
    }

    /// Writes, reads of what may have been written, and writes of all.
    fn read_again(&mut self) {
        let [first, read, last] = match self.random.chance(75) {
            true => [
                self.pick(&["A.shape[1] - 1", "A.shape[1] - 1", "1, N", "1, A.shape[1]", "p, N", "p"]),
                self.pick(&["N", "N", "N", "A.shape[1]", "A.shape[1]", "p"]),
                self.pick(&["N", "A.shape[1]"]),
            ],
            false => [self.range(&COLUMNS), self.range(&COLUMNS), self.pick(&COLUMNS)],
        };
        let rows = self.pick(&ROWS);
        let place = self.pick(&["A[i, j]", "A[i, j]", "C[j]"]);
        let read_place =
            self.pick(&["", "", "", "", "", "A[i, j + 1]", "A[i, j - 1]", "C[j]", "A[i, N - 1 - j]"]);
        let read_place = if read_place.is_empty() { place.clone() } else { read_place };
        let mut parts = [
            (format!("for j in range({first}):"), format!("{place} = 1.0")),
            (format!("for j in range({read}):"), format!("x = {read_place}")),
            (format!("for j in range({last}):"), format!("{place} = 2.0")),
        ];
        if self.random.chance(15) {
            parts.swap(0, 1);
        }
        if self.random.chance(10) {
            parts.swap(1, 2);
        }
        let skip = self.random.chance(15);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            for (at, (header, statement)) in parts.iter().enumerate() {
                if !(skip && at == 2) {
                    near.inside(header, |near| near.line(statement));
                }
            }
        });
    }

    /// Kernels one after another.
    fn two_loops(&mut self) {
        let (first, second) = (self.range(&LENGTHS), self.range(&LENGTHS));
        let (one, other) = match self.random.below(4) {
            0 => ("x = C[i]", "C[i] = 1.0"),
            1 => ("C[i] = 1.0", "x = C[i] + C[0]"),
            2 => ("C[i] = 1.0", "C[M - 1 - i] = C[i]"),
            _ => ("C[i] = 1.0", "S[i] = C[i]"),
        };
        self.inside(&format!("for i in prange({first}):"), |near| near.line(one));
        self.inside(&format!("for i in prange({second}):"), |near| near.line(other));
    }

    /// Iterations, or loops, that end before their end.
    fn left_early(&mut self) {
        let (rows, columns) = (self.pick(&ROWS), self.pick(&COLUMNS));
        let way = self.pick(&["continue", "continue", "break"]);
        let in_inner = way == "break" || self.random.chance(50);
        let condition = match in_inner {
            true => self.pick(&["j == p", "j > p", "idx[j] > 1", "i == j", "p > 0", "i > j"]),
            false => self.condition(),
        };
        let before = self.random.chance(65);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            if !in_inner && before {
                near.inside(&format!("if {condition}:"), |near| near.line(&way));
            }
            near.inside(&format!("for j in range({columns}):"), |near| {
                if in_inner && before {
                    near.inside(&format!("if {condition}:"), |near| near.line(&way));
                }
                near.line("A[i, j] = 1.0");
                if in_inner && !before {
                    near.inside(&format!("if {condition}:"), |near| near.line(&way));
                }
            });
        });
    }

    /// Writes of a function that is called.
    fn called(&mut self) {
        let range = self.range(&ROWS);
        let call = self.pick(&[
            "every(@, 1.0)",
            "fill(@, 1.0, N)",
            "unless(@, 1.0, p)",
            "until(@, 1.0, p)",
            "stopping(@, 1.0, p)",
            "dropped(@, 1.0, p)",
            "told(@, 1.0, p)",
            "maybe(@, 1.0, p)",
            "maybe(@, 1.0, p)",
        ]);
        let view =
            self.pick(&["A[i]", "A[i]", "A[i, :]", "B[i]", "A.T[i]", "A[:, i]", "A[i, 1:]", "A[i, ::-1]"]);
        let call = call.replace('@', &view);
        self.inside(&format!("for i in prange({range}):"), |near| near.line(&call));
    }

    /// A branch for each element.
    fn chosen(&mut self) {
        let (range, condition) = (self.pick(&LENGTHS), self.condition());
        let others = [
            "C[i] = 2.0",
            "C[i] = 2.0",
            "C[M - 1 - i] = 2.0",
            "C[0] = 2.0",
            "S[i] = 2.0",
            "pass",
            "raise ValueError('no')",
            "x = C[i]",
        ];
        let other = self.pick(&others);
        self.inside(&format!("for i in prange({range}):"), |near| {
            near.inside(&format!("if {condition}:"), |near| near.line("C[i] = 1.0"));
            if other != "pass" {
                near.inside("else:", |near| near.line(&other));
            }
            if near.random.chance(20) {
                near.line("C[i] = 3.0");
            }
        });
    }

    /// A number that is assigned in some iterations, or by the iteration before.
    fn handed_on(&mut self) {
        let (rows, columns) =
            (self.pick(&ROWS), self.pick(&["N", "N", "N", "A.shape[1]", "A.shape[1]", "2", "2", "3", "M"]));
        let first = self.pick(&["0", "0", "0", "p", "N - 1", "i"]);
        let next = self.pick(&["j", "j", "j", "j + 1", "idx[j]", "N - 1 - j", "s"]);
        let condition = self.condition();
        let in_loop = self.random.chance(70);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.line(&format!("s = {first}"));
            if !in_loop {
                near.inside(&format!("if {condition}:"), |near| near.line("s = M - 1 - i"));
                let place = near.pick(&["C[s]", "A[s, 0]", "A[i, s]"]);
                near.line(&format!("{place} = 1.0"));
                return;
            }
            near.inside(&format!("for j in range({columns}):"), |near| {
                let before = near.random.chance(75);
                let place = near.pick(&["A[i, s]", "A[i, s]", "C[s]"]);
                let parts = [format!("{place} = 1.0"), format!("s = {next}")];
                let order = if before { [0, 1] } else { [1, 0] };
                order.iter().for_each(|&at| near.line(&parts[at]));
            });
        });
    }

    /// Numbers of types that do not hold all indices.
    fn narrow(&mut self) {
        self.line("# wide");
        let range = self.pick(&["M", "M", "C.shape[0]", "C.shape[0]", "M - 1", "1, M"]);
        let view = self.pick(&["C", "C", "S"]);
        self.inside(&format!("for i in prange({range}):"), |near| {
            near.line("t = i");
            let index = near.pick(&["t", "t", "t", "t + 0", "M - 1 - t"]);
            near.line(&format!("{view}[{index}] = 1.0"));
        });
    }

    /// Parts of views.
    fn slices(&mut self) {
        let range = self.range(&["M", "A.shape[0]", "M - 1", "C.shape[0] - 1", "row.shape[0]", "p"]);
        let in_front = range.contains("row");
        let parts = [
            "C[1:]", "C[::-1]", "C[:]", "C[p:]", "C[:p]", "C[p:M]", "C[-2:]", "C[::2]", "A[0]", "A[:, 0]",
            "A[1:, 0]", "S", "C[:M]",
        ];
        let part = self.pick(&parts);
        let _ = in_front;
        if self.random.chance(30) {
            let part = self.pick(&[
                "A[1:, :]",
                "A[:, 1:]",
                "A.T",
                "B.T",
                "A[::-1, :]",
                "A[:, ::2]",
                "A[:M, :N]",
                "A[p:, :]",
            ]);
            let (rows, columns) = (
                self.pick(&["M", "A.shape[0]", "M - 1", "N"]),
                self.pick(&["N", "A.shape[1]", "N - 1", "M"]),
            );
            return self.inside(&format!("for i in prange({rows}):"), |near| {
                near.line(&format!("part = {part}"));
                near.inside(&format!("for j in range({columns}):"), |near| near.line("part[i, j] = 1.0"));
            });
        }
        let range = range.replace("row.shape[0]", "C.shape[0]");
        self.inside(&format!("for i in prange({range}):"), |near| {
            near.line(&format!("row = {part}"));
            let index = near.pick(&["i", "i", "M - 1 - i", "i + 1", "-1"]);
            near.line(&format!("row[{index}] = 1.0"));
        });
    }

    /// A view that is one of two.
    fn chosen_views(&mut self) {
        let (rows, columns, condition) = (self.pick(&ROWS), self.pick(&COLUMNS), self.condition());
        let (one, other) = (
            self.pick(&["A[i]", "A[i]", "A[0]"]),
            self.pick(&["B[i]", "A[M - 1 - i]", "A[0]", "C", "A[:, i]"]),
        );
        let in_loop = self.random.chance(30);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.line(&format!("row = {one}"));
            if !in_loop {
                near.inside(&format!("if {condition}:"), |near| near.line(&format!("row = {other}")));
            }
            near.inside(&format!("for j in range({columns}):"), |near| {
                near.line("row[j] = 1.0");
                if in_loop {
                    near.line(&format!("row = {other}"));
                }
            });
        });
    }

    /// Factors that only the run knows.
    fn scaled(&mut self) {
        let range = self.range(&LENGTHS);
        self.inside(&format!("for i in prange({range}):"), |near| {
            let index =
                near.pick(&["p * i", "M - 1 + p * i", "M - 1 + p * i", "p - p * i", "N * i", "p * i + 1"]);
            let statement = near.pick(&["C[@] = 1.0", "C[@] = 1.0", "x = C[@]"]);
            near.line(&statement.replace('@', &index));
        });
    }

    /// Three axes.
    fn cube(&mut self) {
        let (rows, columns) = (self.pick(&["M", "T.shape[0]"]), self.pick(&["N", "T.shape[1]"]));
        let depth = self.pick(&["T.shape[2]", "T.shape[2]", "2", "p"]);
        let words = [self.pick(&["range", "prange"]), self.pick(&["range", "range", "prange"])];
        let words = if words[0] == "range" { ["range".to_string(), "range".to_string()] } else { words };
        let place = self.pick(&[
            "T[i, j, k]",
            "T[i, j, k]",
            "T[j, i, k]",
            "T[i, j, 0]",
            "T.T[k, j, i]",
            "T[i, k, j]",
        ]);
        self.inside(&format!("for i in prange({rows}):"), |near| {
            near.inside(&format!("for j in {}({columns}):", words[0]), |near| {
                near.inside(&format!("for k in {}({depth}):", words[1]), |near| {
                    near.line(&format!("{place} = 1.0"));
                });
            });
        });
    }

    /// Two writes that may cover all together.
    fn two_halves(&mut self) {
        let ranges = [
            ["p", "p, M"],
            ["M // 2", "M // 2, M"],
            ["0, M, 2", "1, M, 2"],
            ["1", "1, M"],
            ["M - 1", "M - 1, M"],
            ["M", "M"],
        ];
        let [one, other] = ranges[self.random.below(ranges.len() as u64) as usize];
        if self.random.chance(50) {
            self.inside(&format!("for i in prange({one}):"), |near| near.line("C[i] = 1.0"));
            self.inside(&format!("for i in prange({other}):"), |near| near.line("C[i] = 2.0"));
            return;
        }
        self.inside("for i in prange(N):", |near| {
            near.inside(&format!("for j in range({one}):"), |near| near.line("A[j, i] = 1.0"));
            near.inside(&format!("for j in range({other}):"), |near| near.line("A[j, i] = 2.0"));
            if near.random.chance(30) {
                near.lines(&["x = A[0, i]"]);
            }
        });
    }

    /// Writes that cover all together if they meet, and reads before, between or after them.
    fn parts(&mut self) {
        let end = self.pick(&["M", "M", "C.shape[0]"]);
        let middle = self.pick(&["1", "1", "p", "M // 2", "M - 1"]);
        let from = match self.random.below(5) {
            0 => format!("{middle} + 1"),
            1 => "p".to_string(),
            _ => middle.clone(),
        };
        let read = self.pick(&["C[0]", "C[M - 1]", "C[i]", "A[0, 0]", "A[M - 1, 0]"]);
        let is_read = self.random.chance(40);
        let mut kernels = match self.random.below(4) {
            0 => vec![
                ("for i in prange(1, M - 1):".to_string(), "C[i] = 1.0".to_string()),
                (String::new(), "C[0] = 2.0".to_string()),
                (String::new(), self.pick(&["C[M - 1] = 3.0", "C[M - 1] = 3.0", "C[M - 2] = 3.0"])),
            ],
            1 => {
                let rows = [self.pick(&["M", "A.shape[0]"]), self.pick(&["M", "A.shape[0]", "M - 1"])];
                let columns = self.pick(&["1", "1", "2"]);
                let [one, other] = rows;
                vec![
                    (format!("for i in prange({one}):"), "A[i, 0] = 1.0".to_string()),
                    (format!("for i in prange({other}):"), format!("A[i, {columns}] = 2.0")),
                ]
            }
            _ => vec![
                (format!("for i in prange({middle}):"), "C[i] = 1.0".to_string()),
                (format!("for i in prange({from}, {end}):"), "C[i] = 2.0".to_string()),
            ],
        };
        if is_read {
            let at = self.random.below(kernels.len() as u64 + 1) as usize;
            kernels.insert(at, ("for i in prange(M):".to_string(), format!("x = {read}")));
        }
        for (header, statement) in kernels {
            match header.is_empty() {
                true => self.line(&statement),
                false => self.inside(&header, |near| near.line(&statement)),
            }
        }
    }
}
