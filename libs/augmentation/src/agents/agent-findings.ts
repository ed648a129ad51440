import type { AgentFindings, GeneratedMessages, GeneratedText } from '@lectern/contracts/knowledge-box';

/** Findings of an agent in a text. */
export interface Found extends AgentFindings {
  /** Text fields to create. */
  readonly texts: readonly GeneratedText[];
  /** Conversations to create. */
  readonly conversations?: readonly GeneratedMessages[];
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
  };
}

/** Whether there are any findings. */
export function saysSomething(found: Found): boolean {
  const { classifications, paragraphs, entities, relations, questions, texts, conversations = [] } = found;
  const lists = [classifications, paragraphs, relations, questions, texts, conversations, Object.keys(entities)];
  return lists.some((list) => list.length > 0);
}
