import generated from './answer-trees.generated.json';

/** A leaf, or `[input, cut, below, from]`: the trees for values below the cut, and from the cut on. */
export type Tree = number | readonly [number, number, Tree, Tree];

/**
 * Gradient-boosted trees (does the best unit answer at all?), fitted by `npm run train:reader` to questions with and
 * without their answers, to questions that only seem to be answered, and to our own boxes, in six languages.
 */
const { base } = generated;
// JSON has no tuples: the generator writes trees of this shape.
const trees = generated.trees as unknown as readonly Tree[];

/** Minimum probability that an answer is right. */
const CONFIDENCE_MIN = 0.27;

/** Probability that the best unit answers, 0..1, and whether that is enough. @param inputs values of `inputNames` */
export function treeConfidence(inputs: readonly number[]): { readonly confidence: number; readonly isEnough: boolean } {
  const sum = trees.reduce((total: number, tree) => total + leafValue(tree, inputs), base);
  const confidence = 1 / (1 + Math.exp(-sum));
  return { confidence, isEnough: confidence >= CONFIDENCE_MIN };
}

/** The value of the leaf that the inputs lead to. */
export function leafValue(tree: Tree, inputs: readonly number[]): number {
  let node = tree;
  while (typeof node !== 'number') node = (inputs[node[0]] ?? 0) < node[1] ? node[2] : node[3];
  return node;
}
