import { Link } from '@tanstack/react-router';
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
  return (
    <Link
      className="card-link"
      to="/boxes/$kbid/resources/$rid"
      params={{ kbid, rid }}
      search={paragraph === undefined ? {} : { paragraph }}
    >
      {children}
    </Link>
  );
}
