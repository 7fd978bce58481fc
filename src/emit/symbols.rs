//! The C names of everything at file scope.

use super::bug::OrBug;
use std::collections::HashMap;

use super::names::Namer;
use super::placement::Placement;
use super::used::UsedTypes;
use crate::base::ArenaMap;
use crate::source::SourceMap;
use crate::tir::special::OPERATORS;
use crate::tir::{
    Extern, ExternId, ForeignStruct, Function, FunctionId, FunctionKind, GlobalId, Import, Method,
    MethodRole, Module, RegionId,
};
use crate::ty::{ClassId, EnumId, StructId, Ty};

/// The tables by which one of several specialisations is chosen.
#[derive(Debug)]
pub struct FusedSymbols {
    /// What arguments choose, per fused type.
    pub choices: Vec<String>,
    pub types: String,
    pub specialisations: String,
    /// Of a function whose object is made at its definition.
    pub definitions: Option<String>,
}

/// What C calls the parts of an extension type.
#[derive(Debug)]
pub struct ClassSymbols {
    /// The prefix of the names of its functions.
    pub name: String,
    /// The C type of its objects.
    pub structure: String,
    pub type_object: String,
    parts: HashMap<String, String>,
}

/// What every extension type has; operators come on top.
const CLASS_PARTS: &[&str] = &[
    "bf_getbuffer",
    "bf_releasebuffer",
    "c_methods",
    "end",
    "members",
    "methods",
    "mp_ass_subscript",
    "nb_inplace_power",
    "pickled",
    "pickling",
    "properties",
    "reduce_cython",
    "setstate_cython",
    "slots",
    "spares",
    "spec",
    "sq_ass_item",
    "sq_item",
    "tp_clear",
    "tp_dealloc",
    "tp_descr_get",
    "tp_descr_set",
    "tp_finalize",
    "tp_getattro",
    "tp_init",
    "tp_new",
    "tp_richcompare",
    "tp_setattro",
    "tp_traverse",
    "tp_vectorcall",
    "unpickle",
    "unpickler",
];

/// What C calls the parts of a generator.
#[derive(Debug)]
pub struct GeneratorSymbols {
    pub frame: String,
    pub resume: String,
    pub traverse: String,
    pub clear: String,
    pub code: String,
}

impl ClassSymbols {
    /// `Shape_tp_new` for `tp_new`.
    pub fn part(&self, what: &str) -> &str {
        &self.parts[what]
    }
}

/// The C names of types that are none of Python's.
#[derive(Debug, Default)]
pub struct TypeSymbols {
    /// With `struct` or `union` in front.
    pub structs: ArenaMap<StructId, String>,
    /// C tuples, with `struct` in front.
    tuples: HashMap<Ty, String>,
    /// With `enum` in front; absent for enums without a name.
    pub enums: ArenaMap<EnumId, String>,
}

/// The C names of a module's functions, globals, types and regions.
#[derive(Debug)]
pub struct Symbols {
    pub functions: ArenaMap<FunctionId, String>,
    /// What the glue calls instead of functions that note what they drop: it prints that.
    pub host_versions: ArenaMap<FunctionId, String>,
    /// The functions that Python calls, for `def` and `cpdef`.
    pub wrappers: ArenaMap<FunctionId, String>,
    /// The descriptions of their parameters and of the whole signature.
    pub signatures: ArenaMap<FunctionId, [String; 2]>,
    /// The descriptions of functions whose objects are made where they are defined.
    pub definitions: ArenaMap<FunctionId, String>,
    /// The functions that run generators; all of their frames' structs begin with the same members.
    pub generators: ArenaMap<FunctionId, GeneratorSymbols>,
    pub globals: ArenaMap<GlobalId, String>,
    /// What records whether a memoryview among them has been bound.
    pub flags: ArenaMap<GlobalId, String>,
    pub classes: HashMap<ClassId, ClassSymbols>,
    pub externs: ArenaMap<ExternId, String>,
    pub types: TypeSymbols,
    pub regions: HashMap<(FunctionId, RegionId), String>,
    /// The tables of functions with specialisations, in the module's order.
    pub fused: Vec<FusedSymbols>,
    /// All of them, for scopes inside.
    pub namer: Namer,
}

/// What another module exports, with the module's name: a header that is included as well may have this name itself.
fn imported(import: &Import, name: &str) -> String {
    let module = import.module.rsplit('.').next().unwrap_or_default();
    format!("{module}_{name}")
}

impl Symbols {
    pub fn of(module: &Module, sources: &SourceMap, placement: &Placement, used: &UsedTypes) -> Symbols {
        let mut namer = Namer::file_scope();
        for name in [
            "definition",
            "execute",
            "exports",
            "fused_functions",
            "make_constants",
            "methods",
            "slots",
            "view_imports",
        ] {
            namer.reserve(name);
        }
        for (_, decl) in module.externs.iter().filter(|(_, decl)| decl.import.is_none()) {
            namer.reserve(&decl.c_name);
        }
        used.names_in_lengths().for_each(|name| namer.reserve(name));
        let mut name_extern = |decl: &Extern| match &decl.import {
            // A variable of the module that holds its address.
            Some(import) => namer.name(&imported(import, &decl.c_name)),
            None => decl.c_name.to_string(),
        };
        let externs = module.externs.iter().map(|(id, decl)| (id, name_extern(decl))).collect();
        for (_, def) in module.types.enums.iter() {
            def.members.iter().for_each(|(name, _)| namer.reserve(name));
        }
        let mut symbols = Symbols {
            functions: ArenaMap::default(),
            host_versions: ArenaMap::default(),
            wrappers: ArenaMap::default(),
            signatures: ArenaMap::default(),
            definitions: ArenaMap::default(),
            generators: ArenaMap::default(),
            globals: ArenaMap::default(),
            flags: ArenaMap::default(),
            classes: HashMap::new(),
            externs,
            types: TypeSymbols::default(),
            regions: HashMap::new(),
            fused: Vec::new(),
            namer,
        };
        symbols.name_types(module, used);
        symbols.name_classes(module);
        symbols.name_functions(module, sources);
        symbols.name_fused(module);
        for (id, _) in module.functions.iter() {
            if placement.is_shared(id) && placement.notes_drops(id) {
                let name = symbols.functions[id].clone();
                symbols.host_versions.insert(id, symbols.namer.name(&format!("{name}_host")));
            }
        }
        for (id, global) in module.globals.iter() {
            let name = match &global.import {
                Some(import) => imported(import, &global.name),
                None => global.name.to_string(),
            };
            symbols.globals.insert(id, symbols.namer.name(&name));
            if global.ty.memoryview().is_some() {
                symbols.flags.insert(id, symbols.namer.name(&format!("{}_is_bound", global.name)));
            }
        }
        symbols
    }

    /// The C name of the struct of a C tuple.
    pub fn tuple(&self, ty: &Ty) -> &str {
        self.types.tuples.get(ty).or_bug("the struct of a C tuple")
    }

    fn name_types(&mut self, module: &Module, used: &UsedTypes) {
        for (id, def) in module.types.structs.iter() {
            let name = if def.is_extern {
                def.c_name.to_string()
            } else {
                let keyword = if def.is_union { "union" } else { "struct" };
                format!("{keyword} {}", self.namer.name(&def.name))
            };
            self.types.structs.insert(id, name);
        }
        for ty in &used.tuples {
            let shown = module.types.display(ty).replace('*', " pointer ");
            let words = shown.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
            let name = format!("struct {}", self.namer.name(&format!("tuple_{}", words.join("_"))));
            self.types.tuples.insert(ty.clone(), name);
        }
        for (id, def) in module.types.enums.iter() {
            if let Some(name) = &def.name {
                let name = match def.is_extern {
                    true => def.c_name.to_string(),
                    false => format!("enum {}", self.namer.name(name)),
                };
                self.types.enums.insert(id, name);
            }
        }
    }

    fn name_classes(&mut self, module: &Module) {
        for id in module.types.class_ids() {
            let def = module.types.class(id);
            let name = self.namer.name(&def.name);
            let structure = match def.foreign.as_ref().map(|foreign| &foreign.structure) {
                Some(ForeignStruct::Python(structure)) => format!("OFFCY_STRUCT({structure})"),
                Some(ForeignStruct::Header(structure)) => structure.to_string(),
                Some(ForeignStruct::Fields(Some(structure))) => format!("struct {structure}"),
                Some(ForeignStruct::Fields(None)) | None => format!("struct {name}"),
            };
            let mut part = |what: &str| self.namer.name(&format!("{name}_{what}"));
            let type_object = part("type");
            let operators = OPERATORS.iter().map(|operator| format!("nb_{operator}"));
            let all = CLASS_PARTS.iter().map(|what| what.to_string()).chain(operators);
            let mut parts: HashMap<String, String> = all.map(|what| (what.clone(), part(&what))).collect();
            for field in &module.types.class(id).fields {
                for what in ["get", "set"] {
                    let what = format!("{}_{what}", field.name);
                    let symbol = part(&what);
                    parts.insert(what, symbol);
                }
            }
            self.classes.insert(id, ClassSymbols { name, structure, type_object, parts });
        }
    }

    fn name_fused(&mut self, module: &Module) {
        for function in &module.fused {
            let class = function.method.and_then(|method| self.classes.get(&method.class));
            let prefix = class.map_or(String::new(), |class| format!("{}_", class.name));
            let mut name = |what: &str| self.namer.name(&format!("{prefix}{}_{what}", function.name));
            self.fused.push(FusedSymbols {
                choices: function.types.iter().map(|ty| name(&format!("{}_choices", ty.name))).collect(),
                types: name("types"),
                specialisations: name("specialisations"),
                definitions: function.made.is_some().then(|| name("definitions")),
            });
        }
    }

    fn name_functions(&mut self, module: &Module, sources: &SourceMap) {
        for (id, function) in module.functions.iter() {
            let name = match function.kind {
                FunctionKind::Init => self.namer.name("module_body"),
                _ => {
                    let class = function.method.filter(|method| method.role != MethodRole::Closure);
                    let class = class.and_then(|method| self.classes.get(&method.class));
                    let prefix = class.map_or(String::new(), |class| format!("{}_", class.name));
                    self.namer.name(&format!("{prefix}{}", in_c(function)))
                }
            };
            if let Some(Method { class, role: MethodRole::Setter | MethodRole::Deleter }) = function.method
                && let Some(class) = self.classes.get_mut(&class)
            {
                let symbol = format!("{}_{}_assign", class.name, function.name);
                let what = format!("{}_assign", function.name);
                class.parts.entry(what).or_insert_with(|| self.namer.name(&symbol));
            }
            if is_called_by_python(function) {
                let wrapper = self.namer.name(&format!("{name}_py"));
                let signature =
                    ["parameters", "signature"].map(|what| self.namer.name(&format!("{wrapper}_{what}")));
                if function.made.is_some() {
                    self.definitions.insert(id, self.namer.name(&format!("{name}_definition")));
                }
                self.signatures.insert(id, signature);
                self.wrappers.insert(id, wrapper);
            }
            if function.is_generator {
                let mut part = |what: &str| self.namer.name(&format!("{name}_{what}"));
                let generator = GeneratorSymbols {
                    frame: part("frame"),
                    resume: part("resume"),
                    traverse: part("traverse"),
                    clear: part("clear"),
                    code: part("generator"),
                };
                self.generators.insert(id, generator);
            }
            for (region, data) in function.regions.iter() {
                let line = sources.line(data.span);
                self.regions.insert((id, region), self.namer.name(&format!("{name}_region_{line}")));
            }
            self.functions.insert(id, name);
        }
    }
}

/// `def` and `cpdef`, except what the functions of a class call themselves.
fn is_called_by_python(function: &Function) -> bool {
    let is_inner = function.method.is_some_and(|method| {
        let takes_nothing = function.params.len() <= 1;
        method.role == MethodRole::Instance
            && (matches!(function.name.as_str(), "__dealloc__" | "__del__")
                || function.name == "__cinit__" && takes_nothing)
    });
    matches!(function.kind, FunctionKind::Def | FunctionKind::Cpdef) && !is_inner
}

/// The name that a function would prefer: `scale_float` for `scale[float]`.
fn in_c(function: &Function) -> String {
    if let Some(qualname) = &function.made {
        // `outer.<locals>.inner` and `Shape.area`
        let parts = qualname.split('.').filter(|part| *part != "<locals>");
        return parts.map(|part| part.trim_matches(['<', '>'])).collect::<Vec<_>>().join("_");
    }
    match (&function.specialisation, function.method.map(|method| method.role)) {
        (Some(specialisation), _) => format!("{}_{}", function.name, specialisation.suffix),
        (None, Some(MethodRole::Setter)) => format!("set_{}", function.name),
        (None, Some(MethodRole::Deleter)) => format!("del_{}", function.name),
        (None, Some(MethodRole::Dispatcher)) => format!("any_{}", function.name),
        (None, Some(MethodRole::Open)) => format!("{}_or_python", function.name),
        (None, Some(MethodRole::Place(_))) => format!("{}_in_table", function.name),
        (None, Some(MethodRole::OnFields)) => format!("{}_fields", function.name),
        (None, _) => function.name.to_string(),
    }
}
