import { signsOf, type Judged } from '../reader/confidence';
import { featureNames, type FeatureName } from '../reader/evidence';
import type { Passage } from '../reader/passage';
import { judge } from '../reader/reader';

export const contextSignNames = [
  ...(['score', 'said', 'whole', 'phrase', 'ordered', 'nameMissing', 'numberMissing', 'similar'] as const),
] as const;

export type ContextSignName = (typeof contextSignNames)[number];

/** Signs whether a context answers a question; an embedder provides `similar`. */
export type ContextSigns = Readonly<Record<ContextSignName, number>>;

/** The units that may answer, most likely first. */
export function answeringUnits(question: string, passage: Passage): readonly Judged[] {
  return judge(question, [passage], { asked: passage.language });
}

/** Signs of the unit that most likely answers. */
export function contextSigns(best: Judged): ContextSigns {
  const feature = (name: FeatureName) => best.evidence.features[featureNames.indexOf(name)] ?? 0;
  const { score, nameMissing, numberMissing } = signsOf(best, undefined);
  const said = best.terms.share(best.evidence.said);
  const whole = best.terms.share(best.evidence.whole);
  const [phrase, ordered] = [feature('phrase'), feature('ordered')];
  return { score, said, whole, phrase, ordered, nameMissing, numberMissing, similar: 0 };
}
