import type {
  AgentFindings,
  GeneratedKeyValues,
  GeneratedMessages,
  GeneratedText,
} from '@lectern/contracts/knowledge-box';

/** Findings of an agent in a text. */
export interface Found extends AgentFindings {
  /** Text fields to create. */
  readonly texts: readonly GeneratedText[];
  /** Conversations to create. */
  readonly conversations?: readonly GeneratedMessages[];
  /** Key-value fields to fill. */
  readonly keyValues?: readonly GeneratedKeyValues[];
}

/** Empty findings. */
export const foundNothing: Found = {
  classifications: [],
  paragraphs: [],
  entities: {},
  relations: [],
  questions: [],
  texts: [],
};

/** Joins the findings of several agents. */
export function joinedFindings(all: readonly Found[]): Found {
  const entities = Map.groupBy(
    all.flatMap((one) => Object.entries(one.entities)),
    ([name]) => name,
  );
  const paragraphs = Map.groupBy(
    all.flatMap((one) => one.paragraphs),
    ({ key }) => key,
  );
  const conversations = all.flatMap((one) => one.conversations ?? []);
  const keyValues = all.flatMap((one) => one.keyValues ?? []);
  return {
    classifications: all.flatMap(({ classifications }) => classifications),
    paragraphs: [...paragraphs].map(([key, own]) => ({
      key,
      classifications: own.flatMap(({ classifications }) => classifications),
    })),
    entities: Object.fromEntries([...entities].map(([name, own]) => [name, own.flatMap(([, found]) => found)])),
    relations: all.flatMap(({ relations }) => relations),
    questions: all.flatMap(({ questions }) => questions),
    texts: all.flatMap(({ texts }) => texts),
    ...(conversations.length > 0 && { conversations }),
    ...(keyValues.length > 0 && { keyValues }),
  };
}

/** Whether there are any findings. */
export function saysSomething(found: Found): boolean {
  const { classifications, paragraphs, entities, relations, questions, texts } = found;
  const { conversations = [], keyValues = [] } = found;
  const made = [questions, texts, conversations, keyValues];
  const lists = [classifications, paragraphs, relations, Object.keys(entities), ...made];
  return lists.some((list) => list.length > 0);
}
