//! Faults that a test plants into the rules, one at a time, to check that it finds them (`tests/map_soundness`, and for
//! temporaries, threads and arrays on devices `tests/random/planted.rs`).
//!
//! A fault leaves out what makes one rule sound. It holds for the thread that plants it, or for the whole process.
//! Nothing but a call from Rust can plant one, and programs that are built without debug assertions contain none of
//! this.

#[cfg(debug_assertions)]
use std::sync::OnceLock;

/// What a rule leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    // Writes that cover.
    EmptyLoops,
    StepIgnored,
    FactorIgnored,
    CounterUsedTwice,
    DigitsOfNegativeCounts,
    DigitsFromAnywhere,
    TriangularBounds,
    CarriedTakesEach,
    GuardsIgnored,
    // Writes that cover together.
    PartsNeedNotMeet,
    PartsDiffer,
    PartsReadBetween,
    // What a pointer points to.
    PointerFromBefore,
    PointerPerhaps,
    PointerBeyond,
    PointerOfEmptyLoops,
    PointerOtherwiseFull,
    // Reads of what is written before.
    ReadBeforeWrite,
    ReadBeyondWrite,
    ReadBelowWrite,
    LoopsInAnyOrder,
    // What is compared on entry.
    WholeUnchecked,
    GapsUnchecked,
    StrongerFactLost,
    EquationImpliesTooMuch,
    // Sections.
    SectionStopsEarly,
    SectionStartsLate,
    SectionOfFirstAccess,
    SectionGuardsIgnored,
    // Ends of ranges.
    AllFormsRise,
    BackwardsEnds,
    SignAssumed,
    // What happens at all.
    ConditionIgnored,
    ContinueIgnored,
    BreakIgnored,
    DroppedErrorIgnored,
    OneSideIsBoth,
    JumpingPathIgnored,
    ElseOfLoopIgnored,
    NotEvaluatedIgnored,
    // Values and views.
    NegativeIndexKept,
    NarrowTypeKept,
    SliceStartIgnored,
    SliceStepIgnored,
    TransposeIgnored,
    MinIsMax,
    BranchValueKept,
    IterationValueKept,
    BranchViewKept,
    // Bounds checks that need not be made, or are made before a region.
    CheckSettledUnproven,
    CheckFollowsFromLess,
    CheckRoomForOneMore,
    CheckOfSomeIterations,
    CheckOfEmptyLoops,
    CheckBelowIgnored,
    CheckAboveIgnored,
    CheckGuardTooWeak,
    CheckEntryTooWeak,
    // Arrays that a function makes for itself.
    HostWriteIgnored,
    RegionWriteIgnored,
    ZerosAreEmpty,
    ShownIsEmpty,
    HostReadIgnored,
    ReturnIgnored,
    RegionReadIgnored,
    OtherViewsIgnored,
    PromiseOutlivesNumbers,
    DeadAfterContext,
    ContextStartsEmpty,
    GivenInContext,
    // What belongs to threads.
    SumNotAtomic,
    SumReadInLoop,
    SumReadUnderLock,
    SumReadByOtherName,
    ThreadsOfEmptyLoops,
    MemoryShared,
    NumberStored,
    RowsReadAfterwards,
    RowsOfOtherLoops,
    // Pointers.
    ElementMoved,
    AllocatedChanged,
    AllocatedElsewhere,
    GivenChanged,
    GivenFromWithin,
    GivenToOneCaller,
    ArrayOfBytes,
    VariableSeen,
    // Arrays that live on devices.
    ArrayKept,
    ArrayUsedAroundPython,
    ArrayOfHelper,
    ArrayLostInC,
    // Iterations of a loop at once.
    LanesShareMemory,
    LanesShareValue,
    LanesCarryOn,
    LanesCarryInMemory,
    LanesForget,
    LanesForgetAfterwards,
    LanesAreLeft,
    LanesRoundLess,
    LanesAnyStride,
    LanesShareChoice,
    LanesForgetChoice,
    LanesReadMore,
    LanesFailNot,
    LanesShareScratch,
    LanesAskNothing,
    LanesShareRows,
    LanesShareElements,
    LanesStoreElsewhere,
    LanesAskTooFew,
    LanesKeepViews,
    LanesLoadOnce,
    LanesLookAnywhere,
    LanesFailUnseen,
}

impl Fault {
    /// Those that `tests/map_soundness` finds.
    pub const OF_MAPS: &[Fault] = &[
        Fault::EmptyLoops,
        Fault::StepIgnored,
        Fault::FactorIgnored,
        Fault::CounterUsedTwice,
        Fault::DigitsOfNegativeCounts,
        Fault::DigitsFromAnywhere,
        Fault::TriangularBounds,
        Fault::CarriedTakesEach,
        Fault::GuardsIgnored,
        Fault::PartsNeedNotMeet,
        Fault::PartsDiffer,
        Fault::PartsReadBetween,
        Fault::PointerFromBefore,
        Fault::PointerPerhaps,
        Fault::PointerBeyond,
        Fault::PointerOfEmptyLoops,
        Fault::PointerOtherwiseFull,
        Fault::ReadBeforeWrite,
        Fault::ReadBeyondWrite,
        Fault::ReadBelowWrite,
        Fault::LoopsInAnyOrder,
        Fault::WholeUnchecked,
        Fault::GapsUnchecked,
        Fault::StrongerFactLost,
        Fault::EquationImpliesTooMuch,
        Fault::SectionStopsEarly,
        Fault::SectionStartsLate,
        Fault::SectionOfFirstAccess,
        Fault::SectionGuardsIgnored,
        Fault::AllFormsRise,
        Fault::BackwardsEnds,
        Fault::SignAssumed,
        Fault::ConditionIgnored,
        Fault::ContinueIgnored,
        Fault::BreakIgnored,
        Fault::DroppedErrorIgnored,
        Fault::OneSideIsBoth,
        Fault::JumpingPathIgnored,
        Fault::ElseOfLoopIgnored,
        Fault::NotEvaluatedIgnored,
        Fault::NegativeIndexKept,
        Fault::NarrowTypeKept,
        Fault::SliceStartIgnored,
        Fault::SliceStepIgnored,
        Fault::TransposeIgnored,
        Fault::MinIsMax,
        Fault::BranchValueKept,
        Fault::IterationValueKept,
        Fault::BranchViewKept,
        Fault::CheckSettledUnproven,
        Fault::CheckFollowsFromLess,
        Fault::CheckRoomForOneMore,
        Fault::CheckOfSomeIterations,
        Fault::CheckOfEmptyLoops,
        Fault::CheckBelowIgnored,
        Fault::CheckAboveIgnored,
        Fault::CheckGuardTooWeak,
        Fault::CheckEntryTooWeak,
        Fault::AllocatedChanged,
        Fault::AllocatedElsewhere,
        Fault::GivenChanged,
        Fault::GivenFromWithin,
        Fault::GivenToOneCaller,
        Fault::ArrayOfBytes,
    ];

    /// Those in the rules for temporaries, which whole programs find.
    pub const OF_TEMPORARIES: &[Fault] = &[
        Fault::HostWriteIgnored,
        Fault::RegionWriteIgnored,
        Fault::ZerosAreEmpty,
        Fault::ShownIsEmpty,
        Fault::HostReadIgnored,
        Fault::ReturnIgnored,
        Fault::RegionReadIgnored,
        Fault::OtherViewsIgnored,
        Fault::PromiseOutlivesNumbers,
        Fault::DeadAfterContext,
        Fault::ContextStartsEmpty,
        Fault::GivenInContext,
    ];

    /// Those in the rules for threads and for pointers, which programs that are written as text find.
    pub const OF_SHAPES: &[Fault] = &[
        Fault::SumNotAtomic,
        Fault::SumReadInLoop,
        Fault::SumReadUnderLock,
        Fault::SumReadByOtherName,
        Fault::ThreadsOfEmptyLoops,
        Fault::MemoryShared,
        Fault::NumberStored,
        Fault::RowsReadAfterwards,
        Fault::RowsOfOtherLoops,
        Fault::ElementMoved,
        Fault::VariableSeen,
    ];

    /// Those in the rules for arrays that live on devices, which the cases of `tests/arrays` find.
    pub const OF_ARRAYS: &[Fault] =
        &[Fault::ArrayKept, Fault::ArrayUsedAroundPython, Fault::ArrayOfHelper, Fault::ArrayLostInC];

    /// Those in the rules for iterations at once, which `tests/sums` finds.
    pub const OF_LANES: &[Fault] = &[
        Fault::LanesShareMemory,
        Fault::LanesShareValue,
        Fault::LanesCarryOn,
        Fault::LanesCarryInMemory,
        Fault::LanesForget,
        Fault::LanesForgetAfterwards,
        Fault::LanesAreLeft,
        Fault::LanesRoundLess,
        Fault::LanesAnyStride,
        Fault::LanesShareChoice,
        Fault::LanesForgetChoice,
        Fault::LanesReadMore,
        Fault::LanesFailNot,
        Fault::LanesShareScratch,
        Fault::LanesAskNothing,
        Fault::LanesShareRows,
        Fault::LanesShareElements,
        Fault::LanesStoreElsewhere,
        Fault::LanesAskTooFew,
        Fault::LanesKeepViews,
        Fault::LanesLoadOnce,
        Fault::LanesLookAnywhere,
        Fault::LanesFailUnseen,
    ];

    /// Whether it is one of the rules for pointers that are given or allocated, which come before the plan.
    pub fn is_of_pointers(self) -> bool {
        use Fault::*;
        matches!(
            self,
            AllocatedChanged
                | AllocatedElsewhere
                | GivenChanged
                | GivenFromWithin
                | GivenToOneCaller
                | ArrayOfBytes
        )
    }

    /// Whether it is one of the rules for bounds checks.
    pub fn is_of_checks(self) -> bool {
        use Fault::*;
        matches!(
            self,
            CheckSettledUnproven
                | CheckFollowsFromLess
                | CheckRoomForOneMore
                | CheckOfSomeIterations
                | CheckOfEmptyLoops
                | CheckBelowIgnored
                | CheckAboveIgnored
                | CheckGuardTooWeak
                | CheckEntryTooWeak
        )
    }
}

#[cfg(debug_assertions)]
thread_local! {
    static PLANTED: std::cell::Cell<Option<Fault>> = const { std::cell::Cell::new(None) };
}

#[cfg(debug_assertions)]
static PLANTED_FOR_ALL: OnceLock<Fault> = OnceLock::new();

/// Plants a fault for this thread, replacing any other; false if the program cannot contain one.
pub fn plant(fault: Option<Fault>) -> bool {
    #[cfg(debug_assertions)]
    PLANTED.set(fault);
    let _ = fault;
    cfg!(debug_assertions)
}

/// Plants a fault for all threads of the process, which have no other from then on; false if the program cannot contain
/// one.
pub fn plant_for_all(fault: Fault) -> bool {
    #[cfg(debug_assertions)]
    return PLANTED_FOR_ALL.set(fault).is_ok();
    #[cfg(not(debug_assertions))]
    {
        let _ = fault;
        false
    }
}

/// Whether the fault is planted.
pub(crate) fn has(fault: Fault) -> bool {
    #[cfg(debug_assertions)]
    return PLANTED.get() == Some(fault) || PLANTED_FOR_ALL.get() == Some(&fault);
    #[cfg(not(debug_assertions))]
    {
        let _ = fault;
        false
    }
}
