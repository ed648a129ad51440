import { UnusableAnswer } from './agent-model';

type JsonObject = Readonly<Record<string, unknown>>;

/** A list of an answer, cut to a number of items. @throws UnusableAnswer */
export function listIn(answer: JsonObject, member: string, max: number): readonly unknown[] {
  const list = answer[member];
  if (!Array.isArray(list)) throw new UnusableAnswer(`it has no list "${member}"`);
  return list.slice(0, max);
}

/** Texts of a list; other items are left out. */
export function textsIn(answer: JsonObject, member: string, max: number): readonly string[] {
  return listIn(answer, member, max).filter((one) => typeof one === 'string');
}

/** Objects of a list; other items are left out. */
export function objectsIn(answer: JsonObject, member: string, max: number): readonly JsonObject[] {
  return listIn(answer, member, max).flatMap((one) =>
    typeof one === 'object' && one !== null && !Array.isArray(one) ? [Object.fromEntries(Object.entries(one))] : [],
  );
}

/** A text of an object, cut to a length; empty if absent. */
export function textIn(object: JsonObject, member: string, charsMax: number): string {
  const text = object[member];
  return typeof text === 'string' ? text.trim().slice(0, charsMax) : '';
}

/** A JSON Schema of an object that must have exactly these members. */
export function objectSchema(name: string, properties: JsonObject): object {
  return {
    name,
    parameters: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
  };
}

/** A JSON Schema of a list of such objects. */
export function listSchema(properties: JsonObject): object {
  const items = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { type: 'array', items };
}

/** A text between marks, so that a model knows where it ends. */
export function quoted(text: string): string {
  return `<text>\n${text}\n</text>`;
}
