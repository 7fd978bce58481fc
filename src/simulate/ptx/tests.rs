use super::*;

const HEAD: &str = ".version 8.5\n.target sm_90\n.address_size 64\n";

fn fault(text: &str) -> String {
    let fault = parse(&format!("{HEAD}{text}")).expect_err("it is wrong");
    format!("{}: {}", fault.line, fault.message)
}

fn body(text: &str) -> Body {
    let unit = parse(&format!("{HEAD}.func f()\n{{\n{text}\n}}\n")).expect("it is right");
    unit.functions[0].body.clone().expect("a body")
}

#[test]
fn initial_values_hold_addresses() {
    let text =
        ".global .align 8 .u64 a[3] = {1, generic(b)+8, -1};\n.global .b8 c[2] = {0xFF(b), 0xFF00(b)};";
    let unit = parse(&format!("{HEAD}{text}")).expect("it is right");
    let address = |addend, shift| Initial::Address { name: "b".to_string(), addend, shift };
    assert_eq!(unit.variables[0].initial, [Initial::Bits(1), address(8, 0), Initial::Bits(u64::MAX)]);
    assert_eq!(unit.variables[1].initial, [address(0, 0), address(0, 8)]);
    assert_eq!(unit.variables[0].size, Some(24));
}

#[test]
fn names_of_inner_scopes_are_apart() {
    let body = body(
        ".reg .b32 %r<3>;\n{ .param .b32 p; st.param.b32 [p], %r1; }\n{ .param .b64 p; .reg .b32 %r1;\n\
         st.param.b32 [p], %r1; }",
    );
    assert_eq!(body.areas.len(), 2);
    assert_eq!(body.registers.len(), 2);
}

#[test]
fn locations_are_no_local_variables() {
    let body = body(
        ".loc 1 3 4\n.local .b8 a[4];\n.loc 1 5 1, function_name $L__info_string1, inlined_at 1 7 2\nret;",
    );
    assert_eq!(body.variables.len(), 1);
    assert!(matches!(body.statements[1], Statement::Location(1, 5, 1)));
}

#[test]
fn debug_sections_are_skipped_and_files_after_them_read() {
    let unit = parse(&format!("{HEAD}.section .debug_loc {{\n.b8 1\n}}\n.file 1 \"a.c\"\n")).expect("right");
    assert_eq!(unit.files, [(1, "a.c".to_string())]);
}

#[test]
fn faults_name_their_line() {
    assert_eq!(fault(".func f(\n"), "4: expected a parameter, found the end of the text");
    assert_eq!(
        fault(".func f()\n{\n"),
        "5: expected an instruction or `}` of `f`, found the end of the text"
    );
    assert_eq!(fault(".func f()\n{\nadd.s32 %r1 %r2;"), "6: expected `,`, found `%r2`");
    assert_eq!(fault(".global .u33 a;"), "4: expected a type, found `.u33`");
    assert_eq!(fault("hello"), "4: expected a variable or a function, found `hello`");
    assert_eq!(
        parse("").expect_err("no PTX").message,
        "expected `.version` at the beginning of PTX, found the end of the text"
    );
}
