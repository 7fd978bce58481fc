//! The fused types of a signature, and the combinations of their types.

use super::{MAX_SPECIALISATIONS, report};
use crate::base::Name;
use crate::diag::Diagnostics;
use crate::hir::{
    AxisSpec, Function, FusedFunctionId, FusedId, FusedUse, Module, Names, Specialisation, TypeExpr,
    TypeKind, fused_types, is_fused, substitute,
};

pub struct Signature {
    /// In the order of the parameters; empty for an ordinary function.
    pub uses: Vec<FusedUse>,
    /// How many types each of them stands for.
    widths: Vec<usize>,
}

/// What the fused types mean in one specialisation.
pub type Combination = Vec<(FusedId, TypeExpr)>;

impl Signature {
    pub fn of(module: &Module, function: &Function, diagnostics: &mut Diagnostics) -> Signature {
        let mut uses: Vec<FusedUse> = Vec::new();
        for (param, declared) in function.params.iter().enumerate() {
            let mut found = uses.iter().map(|known| known.fused).collect();
            fused_types(function.declared_type(declared), &module.typedefs, &mut found);
            uses.extend(found[uses.len()..].iter().map(|&fused| FusedUse { fused, param }));
        }
        let mut widths: Vec<usize> = uses.iter().map(|known| module.fused[known.fused].types.len()).collect();
        let product = widths.iter().try_fold(1_usize, |product, width| product.checked_mul(*width));
        if product.is_none_or(|product| product > MAX_SPECIALISATIONS) {
            diagnostics.push(report::too_many(&function.name, function.span));
            widths.fill(0);
        }
        Signature { uses, widths }
    }

    /// One for an ordinary function.
    pub fn count(&self) -> usize {
        self.widths.iter().product()
    }

    /// The types of specialisation `number`.
    pub fn combination(&self, module: &Module, number: usize) -> Combination {
        let mut rest = number;
        let mut types = Vec::new();
        for (used, &width) in self.uses.iter().zip(&self.widths).rev() {
            types.push((used.fused, module.fused[used.fused].types[rest % width].clone()));
            rest /= width;
        }
        types.reverse();
        types
    }

    pub fn specialisation(
        &self,
        module: &Module,
        function: &Function,
        of: FusedFunctionId,
        types: &Combination,
    ) -> Specialisation {
        let names = module.names();
        let joined = |parts: Vec<String>, separator: &str| Name::new(parts.join(separator));
        let each = |text: &dyn Fn(FusedId, &TypeExpr) -> String| {
            types.iter().map(|(fused, ty)| text(*fused, ty)).collect::<Vec<String>>()
        };
        let declared = function.params.iter().map(|param| function.declared_type(param));
        let params = declared.filter(|ty| is_fused(ty, &module.typedefs)).map(|ty| {
            let mut of = |id| types.iter().find(|(fused, _)| *fused == id).map(|(_, ty)| ty.clone());
            names.display(&substitute(ty, &module.typedefs, &mut of))
        });
        Specialisation {
            of,
            key: joined(each(&|_, ty| names.display(ty)), "|"),
            params: joined(params.collect(), ","),
            meanings: each(&|fused, ty| format!("{} = {}", module.fused[fused].name, names.display(ty)))
                .into_iter()
                .map(Name::new)
                .collect(),
            suffix: joined(each(&|_, ty| words(names, ty)), "_"),
            widths: self.widths.clone(),
        }
    }
}

/// A type as part of an identifier: `double_2d_c` for `double[:, ::1]`.
fn words(names: Names<'_>, ty: &TypeExpr) -> String {
    match &ty.kind {
        TypeKind::Const(inner) => words(names, inner),
        TypeKind::Pointer(to) => format!("{}_pointer", words(names, to)),
        TypeKind::Buffer { view, .. } => words(names, view),
        TypeKind::Memoryview { element, axes } => {
            let layout = match axes.as_slice() {
                [AxisSpec::Contiguous] | [_, .., AxisSpec::Contiguous] => "_c",
                [AxisSpec::Contiguous, ..] => "_f",
                _ => "",
            };
            format!("{}_{}d{layout}", words(names, element), axes.len())
        }
        _ => {
            let text = names.display(ty);
            let text = text.trim_end_matches(" *").trim_end_matches(" **");
            text.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
        }
    }
}
