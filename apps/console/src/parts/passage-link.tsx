import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

interface PassageLinkProps {
  readonly kbid: string;
  readonly rid: string;
  /** Id of a paragraph at which the document is opened. */
  readonly paragraph?: string;
  readonly children: ReactNode;
}

/** The way to the page of a document. */
export function PassageLink({ kbid, rid, paragraph, children }: PassageLinkProps) {
  const place = paragraph === undefined ? '' : `?${new URLSearchParams({ paragraph }).toString()}`;
  return <Anchor href={`/boxes/${kbid}/resources/${rid}${place}`}>{children}</Anchor>;
}
