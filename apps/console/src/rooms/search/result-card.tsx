import { Badge, Button, Card, Collapse, Group, Mark, Stack, Text, Title } from '@mantine/core';
import { useDisclosure, useId } from '@mantine/hooks';
import type { FindParagraph } from '@lectern/contracts/search';
import { useTranslation } from 'react-i18next';
import { facetName } from '../../parts/filters/facets';
import { useKindText } from '../../parts/kinds/use-kind-text';
import { OneLine } from '../../parts/one-line';
import { PassageLink } from '../../parts/passage-link';
import { Time } from '../../parts/quantity';
import { Explanation } from './explanation';
import type { FoundResource } from './found-resources';
import { markedParts } from './marked-parts';
import type { Search } from './search-queries';

interface ResultCardProps {
  readonly resource: FoundResource;
  readonly search: Search;
}

const LABELS_SHOWN_MAX = 8;

/** A document and its passages that were found. */
export function ResultCard({ resource: { id, title, filename, icon, created, paragraphs }, search }: ResultCardProps) {
  const { i18n } = useTranslation('search');
  const kindText = useKindText();
  const labels = [...new Set(paragraphs.flatMap((paragraph) => paragraph.labels))]
    .filter((label) => label.startsWith('/l/'))
    .slice(0, LABELS_SHOWN_MAX);
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="sm">
        <Stack gap={4}>
          <Title order={2} size="h4" className="content-text" dir="auto" lineClamp={2} title={title}>
            <PassageLink kbid={search.kbid} rid={id}>
              {title}
            </PassageLink>
          </Title>
          <Group gap="xs">
            {filename !== undefined && (
              <OneLine size="xs" c="dimmed" maw="24rem">
                {filename}
              </OneLine>
            )}
            <Text size="xs" c="dimmed">
              {icon !== '' && `${kindText(icon)} · `}
              {created && <Time at={created} />}
            </Text>
            {labels.map((label) => (
              <Badge key={label} variant="default" size="sm" tt="none" maw="16rem">
                {facetName(label, 'labels', i18n.language)}
              </Badge>
            ))}
          </Group>
        </Stack>
        {paragraphs.map((paragraph) => (
          <Passage key={paragraph.id} rid={id} paragraph={paragraph} search={search} />
        ))}
      </Stack>
    </Card>
  );
}

interface PassageProps {
  readonly rid: string;
  readonly paragraph: FindParagraph;
  readonly search: Search;
}

function Passage({ rid, paragraph: { id, text, position }, search }: PassageProps) {
  const { t } = useTranslation('search');
  const [isExplained, { toggle }] = useDisclosure();
  const explanation = useId();
  return (
    <div className="found-passage">
      <Text className="content-text" dir="auto" lineClamp={8}>
        {markedParts(text).map((part, place) => (part.isMarked ? <Mark key={place}>{part.text}</Mark> : part.text))}
      </Text>
      <Group gap="xs">
        {position.page_number > 0 && (
          <Text size="xs" c="dimmed">
            {t('page', { page: position.page_number + 1 })}
          </Text>
        )}
        <Text size="xs">
          <PassageLink kbid={search.kbid} rid={rid} paragraph={id}>
            {t('open')}
          </PassageLink>
        </Text>
        <Button
          variant="default"
          size="compact-xs"
          onClick={toggle}
          aria-expanded={isExplained}
          aria-controls={explanation}
        >
          {isExplained ? t('why.hide') : t('why.button')}
        </Button>
      </Group>
      <Collapse expanded={isExplained} id={explanation}>
        {isExplained && <Explanation paragraph={id} search={search} />}
      </Collapse>
    </div>
  );
}
