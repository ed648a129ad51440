import type { AgentTextFindings } from '@lectern/contracts/understanding';
import type { Found } from './agent-findings';

/** Findings in a text, in the form of the interface. */
export function textFindings({
  classifications,
  paragraphs,
  entities,
  relations,
  questions,
  texts,
  keyValues = [],
}: Omit<Found, 'conversations'>): AgentTextFindings {
  const labels = [...classifications, ...paragraphs.flatMap((one) => one.classifications)];
  const types = Object.values(entities)
    .flat()
    .map(({ text, label }) => [text, label] as const);
  const asks = [
    ...texts.map(({ body, format }) => {
      const json: unknown = format === 'JSON' ? JSON.parse(body) : null;
      return { empty: body === '', text: body, json_output: json };
    }),
    ...keyValues.map(({ data }) => ({ empty: false, text: JSON.stringify(data), json_output: data })),
  ];
  return {
    entities: types.length > 0 ? [{ labels: Object.fromEntries(types) }] : null,
    relations: relations.length > 0 ? [{ relations }] : null,
    labels: labels.length > 0 ? [{ labels: labels.map((one) => `${one.labelset}/${one.label}`) }] : null,
    asks: asks.length > 0 ? asks : null,
    qas: questions.length > 0 ? questions : null,
  };
}
