import { answerMessages } from '@lectern/workers';
import { type QueryToCheck, type QueryVerdict, readQuery } from './read-query';

answerMessages((query: QueryToCheck): QueryVerdict => readQuery(query));
