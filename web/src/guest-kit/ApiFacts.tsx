/** What an app or a device asks of an API of the organization, in the words of its administrators. */
export function ApiFacts({ api }: { api: { name: string; scopes: readonly string[] } | null }) {
  if (api === null) return null;
  return (
    <div>
      <dt>{api.name}</dt>
      <dd>
        <ul>
          {api.scopes.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </dd>
    </div>
  );
}
