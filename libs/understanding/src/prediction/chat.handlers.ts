import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { predictChat, predictChatForKnowledgeBox } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { ChatService } from './chat.service';

@Controller()
export class ChatHandlers {
  constructor(
    private readonly chats: ChatService,
    private readonly configurations: LearningConfigurations,
  ) {}

  @Handles(predictChat)
  async *chat({ body, query, headers, requestId, signal }: Request<typeof predictChat>) {
    const { reranker } = this.configurations.deployment;
    const model = query.model ?? body.generative_model ?? undefined;
    const showsConsumption = headers['x-show-consumption'];
    yield* this.chats.answer(body, { model, reranker, showsConsumption, requestId, signal });
  }

  @Handles(predictChatForKnowledgeBox)
  async *chatForKnowledgeBox(request: Request<typeof predictChatForKnowledgeBox>) {
    const { params, body, headers, requestId, signal } = request;
    const { generativeModel, reranker } = await this.configurations.of(params.kbid);
    const model = body.generative_model ?? generativeModel;
    const showsConsumption = headers['x-show-consumption'];
    yield* this.chats.answer(body, { model, reranker, showsConsumption, requestId, signal });
  }
}
