import { CloseButton, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../../parts/loaded';
import { Passage } from '../../parts/passage/passage';
import { PassageLink } from '../../parts/passage-link';
import type { Source } from './citations';

interface PassagePaneProps {
  readonly kbid: string;
  readonly source: Source;
  readonly onClose: () => void;
}

/** As wide as a menu, an answer and a document side by side need it. */
const BESIDE = '(min-width: 60em)';

/** A document at the passage that was cited: beside the answer, or on a narrow page above it. */
export function PassagePane(props: PassagePaneProps) {
  const { t } = useTranslation('ask');
  const isBeside = useMediaQuery(BESIDE, undefined, { getInitialValueInEffect: false });
  if (isBeside) return <Beside {...props} />;
  return (
    <Drawer
      opened
      onClose={props.onClose}
      position="bottom"
      size="80%"
      title={<SourceTitle {...props} />}
      closeButtonProps={{ 'aria-label': t('source.close') }}
    >
      <PassageOf {...props} />
    </Drawer>
  );
}

function SourceTitle({ source: { number, passage } }: PassagePaneProps) {
  const { t } = useTranslation('ask');
  return (
    <span className="content-text">
      <span className="citation-number">{number}</span> <bdi>{passage?.title ?? t('source.unknown')}</bdi>
    </span>
  );
}

function Beside(props: PassagePaneProps) {
  const { t } = useTranslation('ask');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    heading.current?.focus({ preventScroll: true });
    return () => (before instanceof HTMLElement ? before.focus({ preventScroll: true }) : undefined);
  }, []);
  return (
    <aside
      className="passage-pane"
      aria-label={t('source.open', { number: props.source.number, title: props.source.passage?.title ?? '' })}
      onKeyDown={(event) => event.key === 'Escape' && props.onClose()}
    >
      <Group justify="space-between" wrap="nowrap" align="flex-start">
        <Title order={2} size="h4" ref={heading} tabIndex={-1} className="pane-title">
          <SourceTitle {...props} />
        </Title>
        <CloseButton aria-label={t('source.close')} onClick={props.onClose} />
      </Group>
      <PassageOf {...props} />
    </aside>
  );
}

/** Without a place in a document there is only the text that the model got. */
function PassageOf({ kbid, source: { place, passage, exact } }: PassagePaneProps) {
  const { t } = useTranslation('ask');
  const rid = passage?.rid ?? place?.split('/')[0];
  return (
    <Stack gap="sm">
      {passage?.filename !== undefined && (
        <Text size="sm" c="dimmed" dir="auto" className="content-text">
          {passage.filename}
        </Text>
      )}
      {rid !== undefined && (
        <PassageLink kbid={kbid} rid={rid} {...(place !== undefined && { paragraph: place })}>
          {t('source.whole')}
        </PassageLink>
      )}
      {place !== undefined ? (
        // The first one loads its texts: without this, the page would be hidden until then and lose the focus.
        <Suspense fallback={<Loading />}>
          <Passage kbid={kbid} paragraphId={place} exact={exact} />
        </Suspense>
      ) : (
        <Text className="content-text" dir="auto">
          {passage?.text ?? t('source.noPlace')}
        </Text>
      )}
    </Stack>
  );
}
