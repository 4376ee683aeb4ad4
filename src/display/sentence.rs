//! What is said to a person or to the agent, as a code with parameters. The words are the catalogue's
//! of whoever shows them.

use std::fmt;

/// One sentence: its code and what stands in it, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Which sentence.
    pub code: Code,
    /// Names, ids and counts, as text.
    pub params: Vec<String>,
}

impl Sentence {
    /// A sentence without parameters.
    #[must_use]
    pub const fn new(code: Code) -> Self {
        Self { code, params: Vec::new() }
    }

    /// A sentence with parameters.
    #[must_use]
    pub fn with(code: Code, params: Vec<String>) -> Self {
        Self { code, params }
    }
}

impl fmt::Display for Sentence {
    /// The code and the parameters, with `|` between them: `MESSAGE_NOT_FOUND|7`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code.name())?;
        self.params.iter().try_for_each(|param| write!(f, "|{param}"))
    }
}

impl std::error::Error for Sentence {}

macro_rules! codes {
    ($( $(#[$meta:meta])* $variant:ident = $name:literal, )+) => {
        /// Which sentence. What the parameters are stands behind each.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Code {
            $( $(#[$meta])* $variant, )+
        }

        impl Code {
            /// The stable name.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $( Self::$variant => $name, )+
                }
            }
        }
    };
}

codes! {
    /// What came in is no JSON, or nested too deep: why.
    NotJson = "NOT_JSON",
    /// The core has no function of that name: the name.
    UnknownFunction = "UNKNOWN_FUNCTION",
    /// A prompt can't be shown: why.
    NotShown = "NOT_SHOWN",
    /// There is no such tool: its name.
    UnknownTool = "UNKNOWN_TOOL",
    /// The tool's input is not of its shape: the tool.
    InvalidInput = "INVALID_INPUT",
    /// There is no list of annotations, or an empty one: the tool.
    AnnotationsMissing = "ANNOTATIONS_MISSING",
    /// No instance was named, and there is not just one: their ids.
    InstanceAmbiguous = "INSTANCE_AMBIGUOUS",
    /// No instance has that id: the id.
    InstanceNotFound = "INSTANCE_NOT_FOUND",
    /// The prompt is not a list of messages.
    PromptNotChat = "PROMPT_NOT_CHAT",
    /// A message of the prompt has no state, or none with a role.
    PromptMessageStateMissing = "PROMPT_MESSAGE_STATE_MISSING",
    /// The prompt is not at the revision that the proposal was made for.
    PromptStaleAtPropose = "PROMPT_STALE_AT_PROPOSE",
    /// No message has that id: the id.
    MessageNotFound = "MESSAGE_NOT_FOUND",
    /// No message to insert after has that id: the id.
    AnchorNotFound = "ANCHOR_NOT_FOUND",
    /// A new order does not name each message once.
    ReorderNotPermutation = "REORDER_NOT_PERMUTATION",
    /// The last instance can't be removed.
    RemoveLastInstance = "REMOVE_LAST_INSTANCE",
    /// The tools are not at the revision that the proposal was made for.
    ToolsStale = "TOOLS_STALE",
    /// No tool has that id: which entry, counted from 0, the id, the instance.
    ToolNotFound = "TOOL_NOT_FOUND",
    /// The tool is no function: which entry, the id.
    ToolIsRaw = "TOOL_IS_RAW",
    /// The tool is to be changed and deleted: which entry, the id.
    ToolUpdateAndDelete = "TOOL_UPDATE_AND_DELETE",
    /// No tool to delete has that id: the id, the instance.
    DeleteToolNotFound = "DELETE_TOOL_NOT_FOUND",
    /// The language of an existing evaluator stays.
    LanguageImmutable = "LANGUAGE_IMMUTABLE",
    /// A new evaluator needs a sandbox: the language.
    SandboxRequired = "SANDBOX_REQUIRED",
    /// There is no such sandbox: its id.
    SandboxUnavailable = "SANDBOX_UNAVAILABLE",
    /// The sandbox runs another language: its id, its language, the draft's.
    SandboxLanguageMismatch = "SANDBOX_LANGUAGE_MISMATCH",
    /// The tool needs a dataset, and none is in view.
    NoDatasetInView = "NO_DATASET_IN_VIEW",
    /// The tool needs a span, and none is in view.
    NoSpanInView = "NO_SPAN_IN_VIEW",

    /// The name of a card: a dataset is created.
    CreateDataset = "CREATE_DATASET",
    /// The name of a card: a dataset is changed.
    PatchDataset = "PATCH_DATASET",
    /// The name of a card: a dataset is deleted.
    DeleteDataset = "DELETE_DATASET",
    /// The name of a card: examples are added.
    AddExamples = "ADD_EXAMPLES",
    /// The name of a card: examples are changed.
    PatchExamples = "PATCH_EXAMPLES",
    /// The name of a card: examples are deleted.
    DeleteExamples = "DELETE_EXAMPLES",
    /// The name of a card: a split is created.
    CreateSplit = "CREATE_SPLIT",
    /// The name of a card: examples are put in splits.
    SetSplits = "SET_SPLITS",
    /// The name of a card: a split is changed.
    PatchSplit = "PATCH_SPLIT",
    /// The name of a card: splits are deleted.
    DeleteSplits = "DELETE_SPLITS",
    /// The name of a card: a label is created.
    CreateLabel = "CREATE_LABEL",
    /// The name of a card: a dataset gets labels.
    SetLabels = "SET_LABELS",
    /// The name of a card: labels are deleted.
    DeleteLabels = "DELETE_LABELS",
    /// The name of a card: spans are added to a dataset.
    AddSpans = "ADD_SPANS",
    /// The name of a card: an annotation config is created.
    CreateAnnotationConfig = "CREATE_ANNOTATION_CONFIG",
    /// The name of a card: an annotation config is replaced.
    ReplaceAnnotationConfig = "REPLACE_ANNOTATION_CONFIG",
    /// What deleting a dataset means.
    NoteDeleteDataset = "NOTE_DELETE_DATASET",
    /// What deleting examples means.
    NoteDeleteExamples = "NOTE_DELETE_EXAMPLES",
    /// What deleting splits means.
    NoteDeleteSplits = "NOTE_DELETE_SPLITS",
    /// What deleting labels means.
    NoteDeleteLabels = "NOTE_DELETE_LABELS",
    /// What replacing an annotation config means.
    NoteReplaceAnnotationConfig = "NOTE_REPLACE_ANNOTATION_CONFIG",
    /// The row of a call: how many edits.
    RowProposedEdits = "ROW_PROPOSED_EDITS",
    /// The row of a call: how many tools are written or deleted.
    RowProposedToolChanges = "ROW_PROPOSED_TOOL_CHANGES",
    /// The row of a call: how many examples.
    RowExamples = "ROW_EXAMPLES",
    /// The row of a call: the id of the instance.
    RowRemoveInstance = "ROW_REMOVE_INSTANCE",
    /// The row of a call: the letter of the instance.
    RowInstanceRemoved = "ROW_INSTANCE_REMOVED",
    /// The row of a call: the letter of the instance.
    RowInstanceRemovalRejected = "ROW_INSTANCE_REMOVAL_REJECTED",
    /// The row of a call on an experiment that is not known yet.
    RowProposeExperimentEdit = "ROW_PROPOSE_EXPERIMENT_EDIT",
    /// The row of a call: the name of the experiment.
    RowEditExperiment = "ROW_EDIT_EXPERIMENT",
    /// The row of a call: the name of the annotation, its label.
    RowAnnotation = "ROW_ANNOTATION",
    /// The row of a call: the name of the annotation.
    RowProposeAnnotation = "ROW_PROPOSE_ANNOTATION",
    /// The row of a call: how many annotations.
    RowProposeAnnotations = "ROW_PROPOSE_ANNOTATIONS",
}
