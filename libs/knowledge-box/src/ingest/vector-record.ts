import type { VectorRecord } from '@lectern/contracts';
import type { ExtractedFieldEntity, FieldVectorsEntity } from '../field/field.entity';
import { floatsOf } from '../field/vector-bytes';
import type { ResourceEntity } from '../resource/resource.entity';
import { fieldLabels, indexedResource } from './keyword-record';

/** What the vector index holds of a resource: the vectors whose paragraphs are still those that were embedded. */
export function vectorRecord(
  resource: ResourceEntity,
  fields: readonly ExtractedFieldEntity[],
  vectors: readonly FieldVectorsEntity[],
): VectorRecord {
  const stored = new Map(vectors.map((one) => [`${one.letter}/${one.id}`, one]));
  return {
    resource: indexedResource(resource),
    vectors: fields.flatMap((field) => {
      const own = stored.get(`${field.letter}/${field.id}`);
      return own && own.seqid === field.seqid ? fieldVectors(resource, field, floatsOf(own.vectors)) : [];
    }),
  };
}

function fieldVectors(
  resource: ResourceEntity,
  field: ExtractedFieldEntity,
  floats: Float32Array,
): VectorRecord['vectors'] {
  const dimensions = floats.length / field.paragraphs.length;
  const labels = fieldLabels(field);
  return field.paragraphs.map(({ start, end, kind, language }, i) => ({
    id: `${resource.id}/${field.letter}/${field.id}/${start}-${end}`,
    field: `${field.letter}/${field.id}`,
    language: language || field.understood.language,
    labels: [...labels, `/k/${kind.toLowerCase()}`],
    vector: floats.subarray(i * dimensions, (i + 1) * dimensions),
  }));
}
