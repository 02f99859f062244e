export function ServerPage({
  serverId,
  component,
}: {
  readonly serverId: string;
  readonly component: 'overview' | 'logs-server' | 'access-restricted';
}) {
  return (
    <h1>
      {serverId} {component}
    </h1>
  );
}
