import type { FieldAugmentation, FieldFindings } from '@lectern/contracts/knowledge-box';
import { augmentationOf, generatedFields, mergedAugmentations } from './augmentations';

const findings: FieldFindings = {
  letter: 'f',
  id: 'report-1',
  version: '1',
  classifications: [],
  paragraphs: [],
  entities: {},
  relations: [],
  questions: [],
  texts: [{ destination: 'summary', body: '{"a":1}', format: 'JSON' }],
};

describe('what a task finds in a field', () => {
  it('makes text fields that say of which task and field they are', () => {
    const [field] = generatedFields(findings);
    expect(field).toMatchObject({
      letter: 't',
      id: 'da-summary-f-report-1',
      value: { body: '{"a":1}', format: 'JSON' },
    });
    expect(augmentationOf('task', findings)).toMatchObject({
      field: { field_type: 'file', field: 'report-1' },
      texts: ['da-summary-f-report-1'],
    });
    expect(() => generatedFields({ ...findings, id: 'x'.repeat(245) })).toThrow('No field can be called');
  });

  it('replaces what the task found in the same field, and nothing else', () => {
    const found = (task: string, field: string, version: string): FieldAugmentation => ({
      ...augmentationOf(task, { ...findings, id: field, version }),
    });
    const present = [found('a', 'x', '1'), found('a', 'y', '1'), found('b', 'x', '1')];
    const merged = mergedAugmentations(present, [found('a', 'x', '2')]);
    expect(merged.map(({ task, field, version }) => `${task} ${field.field} ${version}`)).toEqual([
      'a y 1',
      'b x 1',
      'a x 2',
    ]);
  });

  it('is bounded for a resource', () => {
    const question = { question: 'x'.repeat(1_000_000), answer: '', reason: '', paragraphs: [] };
    const large = augmentationOf('a', { ...findings, questions: [question] });
    expect(() => mergedAugmentations([], [large])).toThrow('A resource keeps at most');
  });

  it('is at most 1,000 labels of a field by all tasks together, since each of its paragraphs carries them', () => {
    const labels = (count: number) => Array.from({ length: count }, (_, i) => ({ labelset: 'l', label: `${i}` }));
    const found = (task: string, field: string, count: number) =>
      augmentationOf(task, { ...findings, id: field, classifications: labels(count) });
    const present = [found('a', 'x', 600), found('b', 'y', 600)];
    expect(mergedAugmentations(present, [found('b', 'x', 400)])).toHaveLength(3);
    expect(() => mergedAugmentations(present, [found('b', 'x', 401)])).toThrow('A field gets at most 1000 labels');
    expect(() => mergedAugmentations([], [found('a', 'x', 10_000)])).toThrow('A field gets at most 1000 labels');
  });
});
