import { Outlet } from '@tanstack/react-router';
import { useBox } from '../data/boxes';
import { useKbid } from '../data/kbid';
import { Loaded } from '../parts/loaded';
import { PlaceProvider } from '../parts/place';

/** Shows a room of a box when the box is there and this person may see it. */
export function BoxFrame() {
  const box = useBox(useKbid());
  return (
    <Loaded query={box}>
      {({ title }) => (
        <PlaceProvider value={title}>
          <Outlet />
        </PlaceProvider>
      )}
    </Loaded>
  );
}
