import { Handles } from '@lectern/bus';
import type { Request } from '@lectern/contracts/core';
import { predictChat, predictChatForKnowledgeBox, proxyPredictChat } from '@lectern/contracts/understanding';
import { Controller } from '@nestjs/common';
import { LearningConfigurations } from '../configuration/learning-configurations';
import { ChatService } from './chat.service';
import { boxOf } from './prediction-models';

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
    yield* this.answered(request);
  }

  @Handles(proxyPredictChat)
  async *chatForReader(request: Request<typeof proxyPredictChat>) {
    yield* this.answered(request);
  }

  private async *answered(request: Request<typeof predictChatForKnowledgeBox>) {
    const { body, headers, requestId, signal } = request;
    const chosen = await this.configurations.generationOf(boxOf(request));
    const { reranker } = this.configurations.deployment;
    const model = body.generative_model ?? chosen.generativeModel;
    const showsConsumption = headers['x-show-consumption'];
    yield* this.chats.answer(body, { model, chosen, reranker, showsConsumption, requestId, signal });
  }
}
