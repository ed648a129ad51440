import { signNames, signsOf, type Judged } from './confidence';
import { featureNames } from './evidence';
import { gapNames, gapsIn } from './gaps';

/** Signs whether the best unit answers at all, in the order of the trees. */
export const inputNames: readonly string[] = [
  ...signNames,
  ...featureNames.map((name) => `unit ${name}`),
  ...gapNames.map((name) => `unsaid ${name}`),
  'question terms',
  'novel words',
  'similarity known',
  'asks something else',
  'asks time or number',
  'share said',
  'share in passage',
];

/** The language whose passages have similarities to which the trees were fitted. */
const SIMILAR_LANGUAGE = 'en';

/** The values of `inputNames` for the best unit. */
export function inputsOf(best: Judged, second: Judged | undefined): readonly number[] {
  const { evidence, terms } = best;
  const { passage, unit, said, whole, features } = evidence;
  const signs = signsOf(best, second);
  const gaps = gapsIn(evidence, terms);
  const isMeasured = passage.similarity !== undefined && passage.language === SIMILAR_LANGUAGE;
  const novel = unit.words.filter((word) => word.stem !== '' && terms.of(word).length === 0).length;
  const { kind } = terms.question;
  return [
    ...signNames.map((name) => (name === 'similarity' && !isMeasured ? 0 : signs[name])),
    ...features,
    ...gapNames.map((name) => gaps[name]),
    terms.question.terms.length,
    novel,
    isMeasured ? 1 : 0,
    kind === 'other' ? 1 : 0,
    kind === 'time' || kind === 'number' ? 1 : 0,
    terms.share(said),
    terms.share(whole),
  ];
}
