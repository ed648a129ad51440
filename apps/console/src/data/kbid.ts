import { useParams } from '@tanstack/react-router';

/** The id of the box that is open; for rooms of a box only. */
export function useKbid(): string {
  const { kbid } = useParams({ strict: false });
  if (kbid === undefined) throw new Error('This page is not a room of a knowledge box');
  return kbid;
}
