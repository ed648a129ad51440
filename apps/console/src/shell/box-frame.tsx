import { Outlet } from '@tanstack/react-router';
import { useBox } from '../data/boxes';
import { useKbid } from '../data/kbid';
import { Loaded } from '../parts/loaded';

/** Shows a room of a box when the box is there and this person may see it. */
export function BoxFrame() {
  const box = useBox(useKbid());
  return <Loaded query={box}>{() => <Outlet />}</Loaded>;
}
