import type { VectorsetRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { learningSchemaQuery } from '../../data/box-models';

/** Embedding models that a box has no vectors of. */
export function useOtherEmbedders(kbid: string, vectorsets: readonly VectorsetRecord[]) {
  const schema = useQuery(learningSchemaQuery(kbid)).data;
  const options = schema?.semantic_models.options ?? [];
  return {
    usual: schema?.default_semantic_model.default ?? undefined,
    all: options,
    others: options.filter(({ value }) => !vectorsets.some(({ id }) => id === value)),
  };
}
