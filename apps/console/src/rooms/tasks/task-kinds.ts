import type { StartAgentTaskPayload } from '@lectern/contracts/understanding';

/** What people write into the form of a task. */
export interface TaskForm {
  readonly name: string;
  /** A labelset, a kind of facts, a field: where results go. */
  readonly destination: string;
  /** A question, or a model. */
  readonly question: string;
  /** `label: description`, or rules, one per line. */
  readonly lines: string;
  readonly multiple: boolean;
  readonly byParagraph: boolean;
  readonly count: string;
  readonly model: string;
  readonly contains: string;
  readonly fieldTypes: readonly string[];
  readonly apply: 'EXISTING' | 'NEW' | 'ALL';
}

export const emptyForm: TaskForm = {
  name: '',
  destination: '',
  question: '',
  lines: '',
  multiple: false,
  byParagraph: false,
  count: '20',
  model: '',
  contains: '',
  fieldTypes: [],
  apply: 'ALL',
};

/** Parts of the form that a kind of task needs. */
export type FormPart = 'destination' | 'question' | 'lines' | 'multiple' | 'paragraphs' | 'count' | 'model';

interface TaskKind {
  readonly parts: readonly FormPart[];
  /** Those that must be filled in. */
  readonly needed: readonly FormPart[];
  /** Whether it can run on resources that come later. */
  readonly forNew: boolean;
  /** Whether it reads fields, which can be filtered. */
  readonly reads: boolean;
}

const reading = { forNew: true, reads: true };
const once = { forNew: false, reads: false };

/** Kinds of tasks that people start, in the order in which they are offered. */
export const taskKinds = {
  labeler: {
    parts: ['destination', 'lines', 'multiple', 'paragraphs', 'model'],
    needed: ['destination', 'lines'],
    ...reading,
  },
  'llm-graph': { parts: ['destination', 'lines', 'model'], needed: ['destination'], ...reading },
  'synthetic-questions': { parts: ['count', 'model'], needed: [], ...reading },
  ask: { parts: ['question', 'destination', 'model'], needed: ['question', 'destination'], ...reading },
  extract: { parts: ['model'], needed: [], ...reading },
  'prompt-guard': { parts: ['model'], needed: [], ...reading },
  'llm-guard': { parts: ['model'], needed: [], ...reading },
  memory: { parts: ['destination', 'lines', 'model'], needed: ['destination'], ...reading },
  'llm-align': { parts: [], needed: [], ...once },
  'semantic-model-migrator': { parts: ['question'], needed: ['question'], ...once },
  'demo-dataset': { parts: [], needed: [], ...once },
  env: { parts: [], needed: [], ...once },
} as const satisfies Readonly<Record<string, TaskKind>>;

export type TaskKindName = keyof typeof taskKinds;

export const taskKindNames = Object.keys(taskKinds).filter(isTaskKind);

export function isTaskKind(name: string): name is TaskKindName {
  return name in taskKinds;
}

/** What a kind of task needs, without the literal types of its declaration. */
export function kindOf(name: TaskKindName): TaskKind {
  return taskKinds[name];
}

/** The parts that are needed and empty. */
export function lackingParts(kind: TaskKindName, form: TaskForm): readonly FormPart[] {
  const { needed } = kindOf(kind);
  const texts: Partial<Record<FormPart, string>> = {
    destination: form.destination,
    question: form.question,
    lines: form.lines,
  };
  return needed.filter((part) => (texts[part] ?? '').trim() === '');
}

type Operation = Readonly<Record<string, unknown>>;

const operationsOf: Partial<Record<TaskKindName, (form: TaskForm) => Operation>> = {
  labeler: ({ destination, lines, multiple }) => ({
    label: { ident: destination, labels: describedIn(lines), multiple },
  }),
  'llm-graph': ({ destination, lines }) => ({ graph: { ident: destination, entity_defs: describedIn(lines) } }),
  'synthetic-questions': ({ count }) => ({ qa: { max_questions: Number(count) || 20 } }),
  ask: ({ question, destination }) => ({ ask: { question, destination } }),
  extract: () => ({ extract: {} }),
  'prompt-guard': () => ({ prompt_guard: {} }),
  'llm-guard': () => ({ llm_guard: {} }),
  memory: ({ destination, lines }) => ({
    memory: { ident: destination, rules: linesIn(lines), graph_extraction: true },
  }),
  'llm-align': () => ({}),
};

/** The request that starts a task. */
export function startOf(kind: TaskKindName, form: TaskForm): StartAgentTaskPayload {
  const { forNew, parts } = kindOf(kind);
  const apply = forNew ? form.apply : 'EXISTING';
  if (kind === 'semantic-model-migrator')
    return { name: kind, enabled: true, apply, parameters: { semantic_model_id: form.question.trim() } };
  const operation = operationsOf[kind]?.({ ...form, destination: form.destination.trim() });
  if (!operation) return { name: kind, enabled: true, apply };
  const filter = filterOf(form);
  const parameters = {
    name: form.name.trim() || form.destination.trim() || kind,
    on: form.byParagraph && parts.includes('paragraphs') ? 0 : 1,
    operations: [operation],
    ...(filter && { filter }),
    ...(form.model.trim() !== '' && { llm: { model: form.model.trim() } }),
  };
  // The members that the schema of the task asks for; the server checks them.
  return { name: kind, enabled: true, apply, parameters: parameters as unknown as StartAgentTaskPayload['parameters'] };
}

/** The request that merges what a finished task proposed. */
export function mergesOf(task: string): StartAgentTaskPayload {
  const parameters = { name: 'align', on: 1, operations: [{ align: { apply: task } }] };
  // As above.
  const given = parameters as unknown as StartAgentTaskPayload['parameters'];
  return { name: 'llm-align', enabled: true, apply: 'EXISTING', parameters: given };
}

function filterOf({ contains, fieldTypes }: TaskForm) {
  const texts = linesIn(contains);
  if (texts.length === 0 && fieldTypes.length === 0) return undefined;
  return {
    ...(texts.length > 0 && { contains: texts, contains_operator: 1 }),
    ...(fieldTypes.length > 0 && { field_types: fieldTypes }),
  };
}

function describedIn(text: string) {
  return linesIn(text).map((line) => {
    const [, label = line, description] = /^([^:]+):\s*(.+)$/.exec(line) ?? [];
    return { label: label.trim(), ...(description && { description: description.trim() }) };
  });
}

function linesIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => line.trim() || []);
}
