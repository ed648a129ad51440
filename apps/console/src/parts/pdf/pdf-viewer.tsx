import { ActionIcon, Group, NumberInput, Stack, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { DashIcon, PlusIcon } from '@primer/octicons-react';
import { useVirtualizer, type Virtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Loading } from '../loaded';
import { type Mark, PdfPage } from './pdf-page';
import { usePdf } from './use-pdf';

interface PdfViewerProps {
  /** Address of the file. */
  readonly url: string;
  /** Where to open it. */
  readonly at?: { readonly page: number; readonly mark: Mark };
}

/** Height per width of A4, until the first page says better. */
const RATIO = 1.414;
const GAP_PX = 8;

/** Pages of a PDF below each other. Only those on the screen are read and drawn. */
export function PdfViewer({ url, at }: PdfViewerProps) {
  const { t } = useTranslation('pdf');
  const { document, error } = usePdf(url);
  if (error !== undefined) return <Text role="alert">{t('unreadable')}</Text>;
  return document ? <Pages document={document} at={at} /> : <Loading />;
}

interface PagesProps {
  readonly document: PDFDocumentProxy;
  readonly at: PdfViewerProps['at'];
}

function Pages({ document, at }: PagesProps) {
  const { t } = useTranslation('pdf');
  const scroller = useRef<HTMLDivElement>(null);
  const { ref: frame, width } = useElementSize();
  const { zoom, setZoom } = useZoom(scroller);
  const drawn = width * zoom;
  const [ratio, setRatio] = useState(RATIO);
  const pages = useVirtualizer({
    count: document.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: () => drawn * ratio + GAP_PX,
    overscan: 1,
  });
  useEffect(() => pages.measure(), [pages, drawn, ratio]);
  useOpeningPage(pages, at, width > 0 && ratio);
  const onRatio = useCallback((found: number) => setRatio((known) => (known === RATIO ? found : known)), []);
  return (
    <Stack gap="xs" ref={frame}>
      <Group justify="space-between" gap="xs">
        <PageChoice pages={pages} count={document.numPages} />
        <ZoomChoice zoom={zoom} onZoom={setZoom} />
      </Group>
      <div ref={scroller} className="pdf-pages" tabIndex={0} role="region" aria-label={t('label')}>
        <div style={{ height: pages.getTotalSize(), width: `${zoom * 100}%`, position: 'relative' }}>
          {width > 0 &&
            pages.getVirtualItems().map(({ index, key, start }) => (
              <div
                key={key}
                className="pdf-row"
                data-index={index}
                ref={pages.measureElement}
                style={{ transform: `translateY(${start}px)` }}
              >
                <PdfPage
                  document={document}
                  number={index + 1}
                  width={drawn}
                  ratio={ratio}
                  mark={at?.page === index + 1 ? at.mark : undefined}
                  onRatio={onRatio}
                />
              </div>
            ))}
        </div>
      </div>
    </Stack>
  );
}

const ZOOMS = [1, 1.25, 1.5, 2, 3] as const;

/** How many times as wide as its frame a page is. The place that is read stays on the screen. */
function useZoom(scroller: RefObject<HTMLDivElement | null>) {
  const [zoom, set] = useState<number>(ZOOMS[0]);
  const share = useRef<number>(undefined);
  const setZoom = (next: number) => {
    const { scrollTop = 0, scrollHeight = 1 } = scroller.current ?? {};
    share.current = scrollTop / scrollHeight;
    set(next);
  };
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || share.current === undefined) return;
    element.scrollTop = share.current * element.scrollHeight;
    element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2;
  }, [scroller, zoom]);
  return { zoom, setZoom };
}

function ZoomChoice({ zoom, onZoom }: { readonly zoom: number; readonly onZoom: (zoom: number) => void }) {
  const { t, i18n } = useTranslation('pdf');
  const at = ZOOMS.findIndex((one) => one === zoom);
  const step = (by: number) => {
    const next = ZOOMS[at + by];
    return { variant: 'default', 'aria-disabled': next === undefined, onClick: () => next && onZoom(next) } as const;
  };
  const percent = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(zoom);
  return (
    <Group gap={6} role="group" aria-label={t('zoom.label')}>
      <ActionIcon {...step(-1)} aria-label={t('zoom.out')}>
        <DashIcon size={16} aria-hidden />
      </ActionIcon>
      <Text size="sm" role="status" w="3rem" ta="center">
        {percent}
      </Text>
      <ActionIcon {...step(1)} aria-label={t('zoom.in')}>
        <PlusIcon size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

type PageList = Virtualizer<HTMLDivElement, Element>;

/** Goes to the page of the passage when the viewer opens, when the size of pages is known, and to another passage. */
function useOpeningPage(pages: PageList, at: PdfViewerProps['at'], layout: number | false): void {
  const page = at?.page;
  const passage = at?.mark.text;
  useEffect(() => {
    if (layout !== false && page !== undefined) pages.scrollToIndex(page - 1, { align: 'start' });
  }, [pages, page, passage, layout]);
}

function PageChoice({ pages, count }: { readonly pages: PageList; readonly count: number }) {
  const { t, i18n } = useTranslation('pdf');
  const current = (pages.getVirtualIndexes().find((index) => isShown(pages, index)) ?? 0) + 1;
  const go = (value: number | string) => {
    if (typeof value === 'number' && value >= 1 && value <= count) pages.scrollToIndex(value - 1, { align: 'start' });
  };
  return (
    <Group gap="xs">
      <NumberInput
        size="xs"
        w="6rem"
        aria-label={t('go')}
        value={current}
        onChange={go}
        min={1}
        max={count}
        allowDecimal={false}
      />
      <Text size="sm">{t('of', { count: count, total: new Intl.NumberFormat(i18n.language).format(count) })}</Text>
    </Group>
  );
}

/** Whether most of a page lies below the upper edge. */
function isShown(pages: PageList, index: number): boolean {
  const item = pages.measurementsCache[index];
  return item !== undefined && item.start + item.size / 2 > (pages.scrollOffset ?? 0);
}
