import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf } from '@lectern/contracts/search';
import { predictChat, proxyPredictChat } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { type ChatCircumstances, ChatService } from './chat.service';
import { RecordedChats } from './recorded-chats';
import { boxOf } from './prediction-models';

@Controller()
export class ChatHandlers {
  constructor(
    private readonly chats: ChatService,
    private readonly recorded: RecordedChats,
  ) {}

  @Handles(predictChat)
  async *chat(request: Request<typeof predictChat>) {
    const { body, query } = request;
    yield* this.chats.answer(body, circumstancesOf(request, [query.model, body.generative_model]));
  }

  @Handles(proxyPredictChat)
  async *chatForReader(request: Request<typeof proxyPredictChat>) {
    const { params, headers, body, principal } = request;
    const chat = { kbid: params.kbid, request: body, principal, client: clientOf(headers) };
    yield* this.recorded.answer(chat, circumstancesOf(request, [body.generative_model]));
  }
}

function circumstancesOf(
  request: Omit<Request<typeof predictChat>, 'query'>,
  models: ChatCircumstances['models'],
): ChatCircumstances {
  const { headers, requestId, signal } = request;
  return { models, asker: boxOf(request), showsConsumption: headers['x-show-consumption'], requestId, signal };
}
