import type { GenerateConfig } from '@lectern/contracts/agents';
import type { GenerationType } from '../../../engine/module-run';
import { FOLLOWS_NO_PROMPTS, contextImages, contextTexts, userPrompt } from '../../prompt';

/** Answers a prompt of its own. */
export const generate: GenerationType<GenerateConfig> = {
  name: 'generate',
  title: 'Generate',
  description: 'Answers a prompt of its own, with what was found and what the model knows; it may draw images.',
  run: async ({ prompt, model, images, generate_image: draws }, contexts, { facts, models, say, think }) => {
    const isFree = draws || (await models.followsPrompts(model));
    const request = {
      question: facts.asked.text,
      query_context: contextTexts(contexts),
      query_context_images: images ? contextImages(contexts) : {},
      citations: 'none' as const,
      image_generation: draws,
      ...(isFree && { retrieval: false, user_prompt: userPrompt(prompt ?? '', facts) }),
    };
    const { text, isAnswered, images: drawn } = await models.answer(request, model, { text: say, reasoning: think });
    const reason = isFree ? undefined : FOLLOWS_NO_PROMPTS;
    if (drawn.length > 0) {
      const named = Object.fromEntries(drawn.map((image, place) => [`image-${place + 1}`, image]));
      const count = drawn.length === 1 ? '1 image' : `${drawn.length} images`;
      return { answer: text || `The model drew ${count}.`, images: named, value: count };
    }
    if (!isAnswered || text.trim() === '') return { value: 'The model has no answer', reason };
    return { answer: text, reason };
  },
};
