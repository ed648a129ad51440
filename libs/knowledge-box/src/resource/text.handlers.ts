import { handlersOf } from '@lectern/bus';
import { readTexts } from '@lectern/contracts/knowledge-box';
import { TextReader } from './text-reader';

export const TextHandlers = handlersOf(TextReader).answer(readTexts, (texts, { body }) => texts.read(body));
