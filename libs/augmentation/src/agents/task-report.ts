import type { AgentLabel } from '@lectern/contracts/knowledge-box';
import type { AgentOperation } from '@lectern/contracts/understanding';
import type { Found } from './agent-findings';

/** Distinct names that are counted in one table of a report; further ones are counted as `OTHERS`. */
const NAMES_MAX = 200;
const OTHERS = '(others)';
/** A field without a label of the labelset. */
const NONE = '(none)';

type Counts = Readonly<Record<string, number>>;

/** What a run of a task did, in numbers. Plain JSON, bounded in size. */
export interface TaskReport {
  /** Fields that were read. */
  readonly fields: number;
  /** Fields where an operation failed. */
  readonly failed: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Fields or paragraphs by `labelset/label`. */
  readonly labels: Counts;
  /**
   * By labelset: by label that users gave to the resource, fields by label that the task gave them. Only of labelsets
   * that users have used.
   */
  readonly confusion: Readonly<Record<string, Readonly<Record<string, Counts>>>>;
  /** Distinct entities of a field, by type. */
  readonly entities: Counts;
  /** By label. */
  readonly relations: Counts;
  readonly questions: number;
  readonly texts: number;
  /** Fields by how their findings were made. */
  readonly methods: Counts;
}

export const emptyReport: TaskReport = {
  fields: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  labels: {},
  confusion: {},
  entities: {},
  relations: {},
  questions: 0,
  texts: 0,
  methods: {},
};

/** The report of a task that adds data to fields; undefined for others, which report something else. */
export function fieldsReport(report: object | null): TaskReport | undefined {
  return report && 'fields' in report ? (report as TaskReport) : undefined; // Only `reportedWith` makes such ones.
}

/** A field that a task has read. */
export interface ReportedField {
  readonly operations: readonly AgentOperation[];
  readonly found: Found;
  readonly errors: readonly string[];
  /** How its operations work. */
  readonly methods: readonly string[];
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Labels that users gave to its resource. */
  readonly given: readonly AgentLabel[];
}

/** The report with one more field. */
export function reportedWith(report: TaskReport, field: ReportedField): TaskReport {
  const { found, errors, inputTokens, outputTokens } = field;
  const all = [...found.classifications, ...found.paragraphs.flatMap(({ classifications }) => classifications)];
  return {
    fields: report.fields + 1,
    failed: report.failed + (errors.length > 0 ? 1 : 0),
    inputTokens: report.inputTokens + inputTokens,
    outputTokens: report.outputTokens + outputTokens,
    labels: counted(
      report.labels,
      all.map(({ labelset, label }) => `${labelset}/${label}`),
    ),
    confusion: confused(report.confusion, field, all),
    entities: counted(
      report.entities,
      Object.values(found.entities)
        .flat()
        .map(({ label }) => label),
    ),
    relations: counted(
      report.relations,
      found.relations.map(({ label }) => label ?? NONE),
    ),
    questions: report.questions + found.questions.length,
    texts: report.texts + found.texts.length,
    methods: counted(report.methods, field.methods),
  };
}

function confused(
  before: TaskReport['confusion'],
  { operations, given }: ReportedField,
  found: readonly AgentLabel[],
): TaskReport['confusion'] {
  const sets = operations.flatMap(({ label }) => label?.ident ?? []);
  const used = [...new Set(sets)].filter((set) => set in before || given.some(({ labelset }) => labelset === set));
  const tables = used.map((set) => {
    const table = before[set] ?? {};
    const [expected, actual] = [labelsOf(set, given), labelsOf(set, found)];
    const rows = expected.map((label) => {
      const row = label in table || Object.keys(table).length < NAMES_MAX ? label : OTHERS;
      return [row, counted(table[row] ?? {}, actual)] as const;
    });
    return [set, { ...table, ...Object.fromEntries(rows) }] as const;
  });
  return { ...before, ...Object.fromEntries(tables) };
}

/** Distinct labels of a labelset; `NONE` without any. */
function labelsOf(set: string, labels: readonly AgentLabel[]): readonly string[] {
  const own = [...new Set(labels.filter(({ labelset }) => labelset === set).map(({ label }) => label))];
  return own.length > 0 ? own : [NONE];
}

function counted(before: Counts, names: readonly string[]): Counts {
  if (names.length === 0) return before;
  const counts = new Map(Object.entries(before));
  for (const name of names) {
    const key = counts.has(name) || counts.size < NAMES_MAX ? name : OTHERS;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}
