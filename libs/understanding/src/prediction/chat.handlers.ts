import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { clientOf } from '@lectern/contracts/search';
import { predictChat, predictChatForKnowledgeBox, proxyPredictChat } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { type ChatCircumstances, ChatService } from './chat.service';
import { RecordedChats } from './recorded-chats';
import { askerOf, boxOf } from './prediction-models';

@Controller()
export class ChatHandlers {
  constructor(
    private readonly chats: ChatService,
    private readonly recorded: RecordedChats,
  ) {}

  @Handles(predictChat)
  async *chat({ body, query, headers, principal, requestId, signal }: Request<typeof predictChat>) {
    const models = [query.model, body.generative_model];
    const showsConsumption = headers['x-show-consumption'];
    yield* this.chats.answer(body, { models, asker: askerOf({ principal }), showsConsumption, requestId, signal });
  }

  @Handles(predictChatForKnowledgeBox)
  async *chatForKnowledgeBox(request: Request<typeof predictChatForKnowledgeBox>) {
    yield* this.chats.answer(request.body, circumstancesOf(request));
  }

  @Handles(proxyPredictChat)
  async *chatForReader(request: Request<typeof proxyPredictChat>) {
    const { params, headers, body, principal } = request;
    const chat = { kbid: params.kbid, request: body, principal, client: clientOf(headers) };
    yield* this.recorded.answer(chat, circumstancesOf(request));
  }
}

function circumstancesOf(request: Request<typeof predictChatForKnowledgeBox>): ChatCircumstances {
  const { body, headers, requestId, signal } = request;
  const showsConsumption = headers['x-show-consumption'];
  return { models: [body.generative_model], asker: boxOf(request), showsConsumption, requestId, signal };
}
