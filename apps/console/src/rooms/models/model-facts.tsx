import { Badge, Group, Text } from '@mantine/core';
import type { SemanticModelConfig } from '@lectern/contracts/understanding';
import { useTranslation } from 'react-i18next';
import type { BoxModel } from '../../data/box-models';
import { numberText } from '../../parts/quantities';

const abilities = [
  'system_message',
  'vision',
  'file_input',
  'structured_output',
  'tools',
  'reasoning',
  'image_generation',
] as const;

/** What a generative model can, takes and costs, and where texts go. */
export function ModelFacts({ model }: { readonly model: BoxModel }) {
  const { t, i18n } = useTranslation('models');
  const { config, features, metadata, isHere, providerTitle } = model;
  const number = (value: number) => numberText(value, i18n.language);
  const facts = [
    t(isHere ? 'facts.here' : 'facts.sent', { provider: providerTitle }),
    t('facts.context', { tokens: number(config.input_tokens.max) }),
    metadata.prices &&
      t('facts.prices', { input: number(metadata.prices.input), output: number(metadata.prices.output) }),
  ];
  return (
    <>
      {facts.map(
        (fact) =>
          fact && (
            <Text key={fact} size="sm">
              {fact}
            </Text>
          ),
      )}
      <Group gap={6}>
        {abilities
          .filter((ability) => features[ability] !== undefined)
          .map((ability) => (
            <Badge key={ability} variant="default" tt="none" className="status-badge">
              {t(`abilities.${ability}`)}
            </Badge>
          ))}
      </Group>
    </>
  );
}

/** What an embedding model takes and makes. */
export function EmbedderFacts({ config }: { readonly config: SemanticModelConfig }) {
  const { t, i18n } = useTranslation('models');
  const number = (value: number) => numberText(value, i18n.language);
  const { size, threshold, max_tokens: tokens, external } = config;
  const facts = [
    t(external ? 'embedder.external' : 'embedder.here'),
    t('embedder.size', { count: size, size: number(size) }),
    tokens !== null && t('embedder.tokens', { tokens: number(tokens) }),
    t('embedder.threshold', { threshold: number(threshold) }),
  ];
  return (
    <Text size="sm" span>
      {facts.filter(Boolean).join(' · ')}
    </Text>
  );
}
