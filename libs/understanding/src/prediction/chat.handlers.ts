import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { predictChat, predictChatForKnowledgeBox, proxyPredictChat } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { ChatService } from './chat.service';
import { askerOf, boxOf } from './prediction-models';

@Controller()
export class ChatHandlers {
  constructor(private readonly chats: ChatService) {}

  @Handles(predictChat)
  async *chat({ body, query, headers, principal, requestId, signal }: Request<typeof predictChat>) {
    const models = [query.model, body.generative_model];
    const showsConsumption = headers['x-show-consumption'];
    yield* this.chats.answer(body, { models, asker: askerOf({ principal }), showsConsumption, requestId, signal });
  }

  @Handles(predictChatForKnowledgeBox)
  async *chatForKnowledgeBox(request: Request<typeof predictChatForKnowledgeBox>) {
    yield* this.answered(request);
  }

  @Handles(proxyPredictChat)
  async *chatForReader(request: Request<typeof proxyPredictChat>) {
    yield* this.answered(request);
  }

  private async *answered(request: Request<typeof predictChatForKnowledgeBox>) {
    const { body, headers, requestId, signal } = request;
    const showsConsumption = headers['x-show-consumption'];
    const models = [body.generative_model];
    yield* this.chats.answer(body, { models, asker: boxOf(request), showsConsumption, requestId, signal });
  }
}
