import { seeded } from '@lectern/evaluation';
import { CalibratedLabels, type LabelVectors } from './calibrated-labels';

const DIMENSIONS = 24;
const random = seeded(11);

/** A direction of unit length that lies near a mixture of axes; all texts share the first one. */
function near(axes: Readonly<Record<number, number>>, noise = 0.15): Float32Array {
  const vector = Float32Array.from({ length: DIMENSIONS }, (_, i) => (axes[i] ?? 0) + (random() - 0.5) * noise);
  vector[0] = (vector[0] ?? 0) + 1;
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

const [SEA, SKY] = [1, 2];
const about = (axis: number, count: number) => Array.from({ length: count }, () => near({ [axis]: 0.6 }));
const elsewhere = (count: number) => Array.from({ length: count }, (_, i) => near({ [4 + (i % 16)]: 0.6 }));
const labels: readonly LabelVectors[] = [
  { label: 'sea', description: near({ [SEA]: 0.5 }), examples: [] },
  { label: 'sky', description: near({ [SKY]: 0.5 }), examples: [] },
];

describe('labels that are calibrated', () => {
  it('are given to texts about them, and not to others that the model finds as alike as any two texts', () => {
    const calibrated = new CalibratedLabels(labels, { unrelated: elsewhere(32), own: elsewhere(40) });
    for (const vector of about(SEA, 10)) expect(calibrated.of(vector)[0]).toBe('sea');
    for (const vector of elsewhere(16)) expect(calibrated.of(vector)).toEqual([]);
    expect(calibrated.of(near({ [SEA]: 0.6, [SKY]: 0.6 })).toSorted()).toEqual(['sea', 'sky']);
  });

  it('are given although most texts of the box are about one of them', () => {
    const own = [...about(SEA, 45), ...about(SKY, 5)];
    const calibrated = new CalibratedLabels(labels, { unrelated: elsewhere(32), own });
    for (const vector of about(SEA, 10)) expect(calibrated.of(vector)[0]).toBe('sea');
    for (const vector of about(SKY, 10)) expect(calibrated.of(vector)[0]).toBe('sky');
  });

  it('follow examples where these differ from the description', () => {
    const [, sky] = labels;
    const shown = { label: 'sea', description: near({ [SEA]: 0.5 }), examples: about(3, 5) };
    const calibrated = new CalibratedLabels(sky ? [shown, sky] : [shown], { unrelated: elsewhere(32), own: [] });
    for (const vector of about(3, 10)) expect(calibrated.of(vector)[0]).toBe('sea');
  });

  it('know whether there were enough texts of the kind that they are given to', () => {
    const knows = (count: number) => new CalibratedLabels(labels, { unrelated: [], own: elsewhere(count) }).knowsOwn;
    expect([knows(31), knows(32)]).toEqual([false, true]);
  });
});
