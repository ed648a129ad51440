import { Badge, Card, Group, Stack, Text } from '@mantine/core';
import type { KnowledgeBoxRecord } from '@lectern/contracts/knowledge-box';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { countersQuery } from '../../data/boxes';
import { OneLine } from '../../parts/one-line';
import { ByteSize, Time } from '../../parts/quantity';
import { useIsSeen } from '../../parts/use-is-seen';
import { Backlog } from './backlog';

/** A box in the list; what it holds is read when the card is on the screen, since an account may have thousands. */
export function BoxCard({ box }: { readonly box: KnowledgeBoxRecord }) {
  const { t } = useTranslation('boxes');
  const { ref, isSeen } = useIsSeen<HTMLLIElement>();
  return (
    <Card component="li" withBorder padding="md" ref={ref}>
      <Stack gap="xs">
        <Group wrap="nowrap" justify="space-between">
          <Link to="/boxes/$kbid" params={{ kbid: box.id }} className="card-link">
            <OneLine fw={600} size="lg">
              {box.title}
            </OneLine>
          </Link>
          <Badge variant="default" flex="none">
            {t(`state.${box.state}`)}
          </Badge>
        </Group>
        <OneLine size="sm" c="dimmed" ff="monospace">
          {box.slug}
        </OneLine>
        {box.description && (
          <Text size="sm" lineClamp={2} dir="auto" className="content-text">
            {box.description}
          </Text>
        )}
        {isSeen && <Contents kbid={box.id} />}
        <Text size="xs" c="dimmed">
          {t('created')} <Time at={box.created} />
        </Text>
      </Stack>
    </Card>
  );
}

function Contents({ kbid }: { readonly kbid: string }) {
  const { t } = useTranslation('boxes');
  const { data } = useQuery(countersQuery(kbid));
  return (
    <>
      {data && (
        <Text size="sm">
          {t('resources', { count: data.resources })} · <ByteSize bytes={data.index_size} /> {t('indexed')}
        </Text>
      )}
      <Backlog kbid={kbid} />
    </>
  );
}
