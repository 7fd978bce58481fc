//! The simulated GPU's execution of PTX: each instruction beside an independent model, what threads do together, faults,
//! and bad input. Skipped where clang is missing.

mod common;

#[path = "ptx/instructions.rs"]
mod instructions;
#[path = "ptx/machine.rs"]
mod machine;

use machine::{Launch, Machine};
use offcy::simulate::Mode;

fn threads() -> Option<Machine> {
    Machine::of(include_str!("ptx/threads.ptx"))
}

const SEEDS: [u64; 4] = [0, 1, 2, 3];

#[test]
fn functions_call_themselves_and_one_another_by_pointers() {
    let Some(machine) = threads() else { return };
    for seed in SEEDS {
        let mut fibonacci = vec![0, 1];
        (2..11).for_each(|at| fibonacci.push(fibonacci[at - 1] + fibonacci[at - 2]));
        let expected: Vec<u32> = (0..64).map(|thread| fibonacci[thread % 11]).collect();
        assert_eq!(machine.words(Launch::of("recursion").block(64).seed(seed), 64), expected);
        let called = |thread: u32| if thread % 3 == 1 { thread * thread } else { 2 * thread };
        let expected: Vec<u32> = (0..64).map(|thread| called(thread) + 33 + 22).collect();
        assert_eq!(machine.words(Launch::of("pointers").block(64).seed(seed), 64), expected);
    }
}

#[test]
fn barriers_order_the_threads_of_a_block() {
    let Some(machine) = threads() else { return };
    for seed in SEEDS {
        let found = machine.words(Launch::of("barriers").grid(20).block(256).seed(seed), 40);
        assert_eq!(found, [[256 * 257 / 2; 20], [128; 20]].concat());
        let found = machine.words(Launch::of("named").block(64).seed(seed), 32);
        assert_eq!(found, (0..32).collect::<Vec<u32>>());
    }
}

#[test]
fn lanes_of_a_warp_exchange_values() {
    let Some(machine) = threads() else { return };
    let found = machine.words(Launch::of("lanes").block(32), 256);
    for lane in 0..32_u32 {
        let from = |other: u32| other * 10;
        let expected = [
            from(if lane < 3 { lane } else { lane - 3 }),
            from(if lane + 5 > 31 { lane } else { lane + 5 }),
            from(lane ^ 1),
            from((lane & !7) | 2),
            0x1111_1111,
            0x1111_1111 << (lane & 3),
            31 * 32 / 2,
            u32::from(lane >= 3),
        ];
        assert_eq!(found[lane as usize * 8..][..8], expected, "lane {lane}");
    }
}

#[test]
fn lanes_meet_behind_loops_and_tables() {
    let Some(machine) = threads() else { return };
    for seed in SEEDS {
        let found = machine.words(Launch::of("divergence").block(32).seed(seed), 64);
        let times: Vec<u32> = (0..32).map(|lane| 3 * lane).collect();
        assert_eq!(found, [times, vec![u32::MAX; 32]].concat());
        let found = machine.words(Launch::of("tables").block(32).shared(128).seed(seed), 32);
        let chosen = |lane: u32| [100, 200, 300, 200][(lane & 3) as usize];
        assert_eq!(found, (0..32).map(|lane| chosen(lane ^ 1)).collect::<Vec<u32>>());
    }
}

#[test]
fn threads_that_wait_for_others_let_them_run() {
    let Some(machine) = threads() else { return };
    for seed in SEEDS {
        assert_eq!(machine.words(Launch::of("locks").grid(5).block(96).seed(seed), 2), [480, 0]);
        assert_eq!(machine.words(Launch::of("waiting").grid(3).block(32).seed(seed), 3), [7, 1, 7]);
    }
}

#[test]
fn faults_end_the_launch_and_say_why() {
    let Some(machine) = threads() else { return };
    let cases = [
        (0, 700, "shared memory", 0),
        (1, 700, "0x1000", 5),
        (2, 716, "not a multiple of 8", 0),
        (3, 719, "`trap`", 5),
        (4, 714, "stack", 0),
        (5, 718, "0x3039", 0),
        (6, 702, "barrier", 5),
    ];
    for (which, code, words, thread) in cases {
        let said = machine.fault(Launch::of("faults").block(32).argument(which));
        assert!(said.starts_with(&format!("error {code}\n")), "{which}: {said}");
        assert!(said.contains(words), "{which}: {said}");
        assert!(said.contains(&format!("thread {thread},0,0")), "{which}: {said}");
    }
}

/// A word that all share, and what a function and a kernel have for themselves: each lies as it is declared.
const ALIGNED: &str = "
.version 8.5
.target sm_90
.address_size 64
.shared .align 4 .b8 common[4];
.func kept(.param .u64 value)
{
    .shared .align 16 .u64 own;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [value];
    st.shared.u64 [own], %rd1;
    ret;
}
.visible .entry aligned(.param .u64 out, .param .u32 which)
{
    .shared .align 8 .u64 own;
    .reg .b32 %r<4>; .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, 5;
    st.shared.u32 [common], %r1;
    mov.u64 %rd2, 7;
    st.shared.u64 [own], %rd2;
    { .param .b64 value; st.param.b64 [value+0], %rd1; call.uni kept, (value); }
    ld.shared.u32 %r2, [common];
    ld.shared.u32 %r3, [own];
    st.global.u32 [%rd1], %r2;
    st.global.u32 [%rd1+4], %r3;
    ret;
}
";

#[test]
fn shared_variables_lie_as_they_are_declared() {
    let Some(machine) = Machine::of(ALIGNED) else { return };
    assert_eq!(machine.words(Launch::of("aligned"), 2), [5, 7]);
}

#[test]
fn races_are_found_where_nothing_orders_threads() {
    let Some(machine) = Machine::checking(include_str!("ptx/races.ptx")) else { return };
    for seed in SEEDS {
        let found = |launch: Launch| machine.findings(launch.seed(seed), 64);
        // 0: without a barrier; 1: with one.
        let reversed = |barrier| Launch::of("reversed").grid(3).block(64).argument(barrier);
        let missing = found(reversed(0));
        let is_race =
            |text: &String| text.starts_with("4: ") && text.ends_with(" and nothing orders the two");
        assert!(missing.iter().any(is_race), "seed {seed}: {missing:#?}");
        assert_eq!(found(reversed(1)), [""; 0], "seed {seed}");
        let lanes = |barrier| Launch::of("reversed").block(32).argument(barrier);
        assert!(!found(lanes(0)).is_empty(), "seed {seed}");
        assert_eq!(found(lanes(2)), [""; 0], "seed {seed}: lanes that meet are in order");
        // Each thread adds 1 to one word: 0 plainly, 1 by atomics.
        let words = |atomic| Launch::of("added").grid(2).block(1).argument(atomic);
        let plain = found(words(0));
        let is_told = plain.iter().all(|text| text.contains("; thread 0 of block "));
        assert!(!plain.is_empty() && is_told, "seed {seed}: {plain:#?}");
        assert_eq!(found(words(1)), [""; 0], "seed {seed}");
        // A load that a compare-and-swap confirms does not race.
        let swapped = |confirmed| Launch::of("doubled").grid(4).block(1).argument(confirmed);
        assert!(found(swapped(0)).iter().any(is_race), "seed {seed}");
        assert_eq!(found(swapped(1)), [""; 0], "seed {seed}");
        // Block 0 writes and sets a flag; block 1 waits for it and reads.
        assert_eq!(found(Launch::of("handed").grid(2).block(1)), [""; 0], "seed {seed}");
        // A warp writes and ends: 0: the other reads, 1: it reads after a barrier.
        let ended = |barrier| Launch::of("ended").block(64).argument(barrier);
        assert!(found(ended(0)).iter().any(is_race), "seed {seed}");
        assert_eq!(found(ended(1)), [""; 0], "seed {seed}: a barrier comes after what has ended");
    }
}

#[test]
fn shared_memory_that_nobody_wrote() {
    let Some(machine) = Machine::checking(include_str!("ptx/races.ptx")) else { return };
    let found = machine.findings(Launch::of("unset").grid(2).block(32), 64);
    let words = "2: reads bytes that no thread wrote: 4 bytes at offset 124 of the block's shared memory";
    assert_eq!(found, [words; 2]);
}

#[test]
fn instructions_give_what_models_give() {
    let Some(machine) = Machine::of(&instructions::module()) else { return };
    let inputs = instructions::inputs();
    let found = machine.instructions(&inputs, instructions::CASES.len());
    let mut wrong = Vec::new();
    for (number, case) in instructions::CASES.iter().enumerate() {
        for (at, [a, b, c]) in inputs.iter().enumerate() {
            let (got, want) = (found[number * inputs.len() + at], (case.model)(*a, *b, *c));
            if got != want && !case.same(got, want) {
                wrong
                    .push(format!("{}: {a:#x} {b:#x} {c:#x}: expected {want:#x}, found {got:#x}", case.text));
            }
        }
    }
    wrong.truncate(20);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn counts_are_of_sectors_and_banks() {
    let Some(machine) = Machine::counting(include_str!("ptx/counts.ptx")) else { return };
    let said = machine.counts(Launch::of("strides").block(32), 4096);
    let of = |line: u32| {
        said.lines().find(|text| text.starts_with(&format!("line {line}:"))).unwrap_or("").to_string()
    };
    assert!(of(1).contains("loads 1/4 "), "next to one another: {said}");
    assert!(of(2).contains("loads 1/32 "), "a sector for each: {said}");
    assert!(of(3).contains("stores 1/4 "), "{said}");
    assert!(of(4).contains("shared 1/1 "), "a bank for each: {said}");
    assert!(of(5).contains("shared 1/32 "), "one bank: {said}");
    assert!(of(6).contains("divergent 1 "), "{said}");
}

#[test]
fn bad_input_is_one_sentence() {
    let head = ".version 8.0\n.target sm_90\n.address_size 64\n";
    let refuse = |text: &str| {
        let text = format!("{head}.visible .entry k(.param .u64 p)\n{{\n.reg .b32 %r<3>;\n{text}\n}}\n");
        offcy::simulate::c_text(&[text], Mode::default()).expect_err("it is wrong").to_string()
    };
    let unknown = "PTX unit 1, line 7: `wgmma.fence.sync` is not an instruction that the simulated GPU knows";
    assert_eq!(refuse("wgmma.fence.sync;"), unknown);
    assert_eq!(refuse("bra nowhere;"), "PTX unit 1, line 7: the label `nowhere` is not defined");
    assert_eq!(refuse("call missing, ();"), "PTX unit 1, line 7: the function `missing` is not defined");
    assert_eq!(refuse("mov.u32 %r1, %nosuch;"), "PTX unit 1, line 7: `%nosuch` is not declared");
    assert_eq!(refuse("ld.global.u32 %r1, [gone];"), "PTX unit 1, line 7: `gone` is not defined");
    let truncated = offcy::simulate::c_text(&[format!("{head}.visible .entry k(")], Mode::default());
    let words = "PTX unit 1, line 4: expected a parameter, found the end of the text";
    assert_eq!(truncated.expect_err("it is wrong").to_string(), words);
}

#[test]
fn units_share_what_is_weak_and_keep_what_is_theirs() {
    let unit = |name: &str, value: u32| {
        format!(
            ".version 8.0\n.target sm_90\n.address_size 64\n.weak .global .align 4 .u32 both = 5;\n\
             .global .align 4 .u32 own = {value};\n.extern .global .align 4 .u32 far;\n\
             .func (.param .b32 r) get() {{ .reg .b32 %r<4>; ld.global.u32 %r1, [own]; ld.global.u32 %r2, [both];\n\
             ld.global.u32 %r3, [far]; add.u32 %r1, %r1, %r2; add.u32 %r1, %r1, %r3; st.param.b32 [r], %r1; ret; }}\n\
             .visible .entry {name}(.param .u64 out) {{ .reg .b32 %r<2>; .reg .b64 %d<2>; ld.param.u64 %d1, [out];\n\
             {{ .param .b32 back; call (back), get, (); ld.param.b32 %r1, [back]; }} st.global.u32 [%d1], %r1; ret; }}\n"
        )
    };
    let third = ".version 8.0\n.target sm_90\n.address_size 64\n.visible .global .align 4 .u32 far = 1000;\n";
    let units = [unit("first", 10), unit("second", 20), third.to_string()];
    let Some(machine) = Machine::of_units(&units) else { return };
    assert_eq!(machine.words(Launch::of("first"), 1), [1015]);
    assert_eq!(machine.words(Launch::of("second"), 1), [1025]);
    let twice = offcy::simulate::c_text(&[third.to_string(), third.to_string()], Mode::default());
    assert!(twice.expect_err("two definitions").message.contains("`far` is defined twice"));
}
