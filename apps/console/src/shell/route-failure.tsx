import { Container } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { FailureNotice } from '../parts/failure-notice';

/** A page that could not be shown at all. */
export function RouteFailure({ error }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Container size="sm" py="xl">
      <FailureNotice error={error} onRetry={() => void router.invalidate()} />
    </Container>
  );
}
