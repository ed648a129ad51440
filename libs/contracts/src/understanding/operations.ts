import type { AnyOperation } from '../core/operation';
import { createChatCompletion } from './chat-completion/chat-completion.operations';
import { predictChat, predictChatForKnowledgeBox } from './chat/chat.operations';
import { getCompatModel, listCompatModels, listPredictModels } from './compat-model/compat-model.operations';
import { createEmbeddings } from './embeddings/embeddings.operations';
import {
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
} from './predict/predict.operations';
import { processField } from './process/process.operations';
import { predictTokens, predictTokensForKnowledgeBox } from './tokens/tokens.operations';

/** Every operation that the understanding service handles. */
export const understandingOperations: readonly AnyOperation[] = [
  processField,
  describeModels,
  embedTexts,
  generateAnswer,
  rephraseQuestion,
  rerankTexts,
  predictTokens,
  predictTokensForKnowledgeBox,
  predictChat,
  predictChatForKnowledgeBox,
  createChatCompletion,
  createEmbeddings,
  listCompatModels,
  getCompatModel,
  listPredictModels,
];
