import type { AgentLabel } from '@lectern/contracts/knowledge-box';
import type { LabelOperation } from '@lectern/contracts/understanding';
import type { AgentModel } from './agent-model';
import { type Found, foundNothing } from './agent-findings';
import { type AgentText, CodePointText } from './agent-text';
import { listSchema, objectsIn, quoted, objectSchema, textsIn } from './answer-parts';

/** Paragraphs per call. */
const PARAGRAPHS_PER_CALL = 20;

/** Labels a whole text: with all labels of its parts, or with the most frequent one. */
export async function labelledText(operation: LabelOperation, { text }: AgentText, model: AgentModel): Promise<Found> {
  const names = operation.labels.map(({ label }) => label);
  if (names.length === 0) return foundNothing;
  const schema = objectSchema('labels', { labels: { type: 'array', items: { type: 'string', enum: names } } });
  const ofParts = await model.ofParts(text, (part) =>
    model.object(`${instructions(operation)}\n\n${quoted(part)}`, schema, (answer) =>
      chosen(operation, textsIn(answer, 'labels', names.length)),
    ),
  );
  const labels = operation.multiple ? [...new Set(ofParts.flat())] : mostFrequent(ofParts.flat());
  return { ...foundNothing, classifications: labels.map((label) => ({ labelset: operation.ident, label })) };
}

/** Labels each paragraph. */
export async function labelledParagraphs(
  operation: LabelOperation,
  { text, paragraphs }: AgentText,
  model: AgentModel,
): Promise<Found> {
  const names = operation.labels.map(({ label }) => label);
  if (names.length === 0) return foundNothing;
  const points = new CodePointText(text);
  const items = { number: { type: 'integer' }, labels: { type: 'array', items: { type: 'string', enum: names } } };
  const schema = objectSchema('paragraphs', { paragraphs: listSchema(items) });
  const found: Found['paragraphs'][number][] = [];
  for (const group of paragraphGroups(
    paragraphs.map(({ key, start, end }) => ({ key, text: points.slice(start, end) })),
    model,
  )) {
    const numbered = group.map((one, number) => `[${number}] ${one.text}`).join('\n\n');
    const prompt = `${instructions(operation)}\nDo so for each numbered paragraph.\n\n${quoted(numbered)}`;
    const labelled = await model.object(prompt, schema, (answer) => objectsIn(answer, 'paragraphs', group.length));
    for (const one of labelled) {
      const key = typeof one['number'] === 'number' ? group[one['number']]?.key : undefined;
      const labels = Array.isArray(one['labels']) ? chosen(operation, one['labels']) : [];
      if (key === undefined || labels.length === 0) continue;
      found.push({ key, classifications: labels.map((label): AgentLabel => ({ labelset: operation.ident, label })) });
    }
  }
  return { ...foundNothing, paragraphs: found };
}

interface TextOfParagraph {
  readonly key: string;
  readonly text: string;
}

/** Groups paragraphs that fit the model together; a paragraph that is too long is cut. */
export function paragraphGroups(
  paragraphs: readonly TextOfParagraph[],
  model: AgentModel,
): readonly (readonly TextOfParagraph[])[] {
  const groups: TextOfParagraph[][] = [];
  let room = '';
  for (const { key, text } of paragraphs) {
    const [fitting = ''] = model.parts(text);
    const last = groups.at(-1);
    const together = `${room}\n\n[00] ${fitting}`;
    if (last && last.length < PARAGRAPHS_PER_CALL && model.parts(together).length === 1) {
      last.push({ key, text: fitting });
      room = together;
    } else {
      groups.push([{ key, text: fitting }]);
      room = fitting;
    }
  }
  return groups;
}

function instructions({ labels, description, multiple }: LabelOperation): string {
  const list = labels.map(({ label, description: meaning, examples }) =>
    [
      `- ${label}${meaning ? `: ${meaning}` : ''}`,
      ...examples.slice(0, 3).map((example) => `  example: ${example.slice(0, 500)}`),
    ].join('\n'),
  );
  const how = multiple ? 'all labels that fit; none if none fits' : 'the one label that fits best; none if none fits';
  return [`Choose ${how}.`, ...(description ? [`The labels are about: ${description}`] : []), 'Labels:', ...list].join(
    '\n',
  );
}

/** The existing labels among those named, without duplicates. */
function chosen({ labels, multiple }: LabelOperation, named: readonly unknown[]): readonly string[] {
  const known = labels.map(({ label }) => label).filter((label) => named.includes(label));
  return multiple ? known : named.flatMap((one) => known.find((label) => label === one) ?? []).slice(0, 1);
}

function mostFrequent(labels: readonly string[]): readonly string[] {
  const counts = [...Map.groupBy(labels, (label) => label)].map(([label, all]) => ({ label, count: all.length }));
  const best = Math.max(0, ...counts.map(({ count }) => count));
  return counts
    .filter(({ count }) => count === best)
    .slice(0, 1)
    .map(({ label }) => label);
}
