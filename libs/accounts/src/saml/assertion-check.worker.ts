import { answerMessages } from '@lectern/workers';
import { type AssertionVerdict, checkAssertion, type ReceivedResponse } from './assertion';

answerMessages<ReceivedResponse, AssertionVerdict>(checkAssertion);
