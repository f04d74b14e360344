/** What telling widgets and sidebars from others takes. */
export interface Known {
  /** The id of the sidebar of inactive widgets. */
  readonly inactive: string;
  /** Whether an id is that of a widget of a kind that there is. */
  isWidget(id: string): boolean;
}

/**
 * The arrangement of a site that has widgets and sidebars which are known to another program alone: these stay where they
 * are. A widget of a sidebar that is not known counts as inactive, and stays as well unless it was put elsewhere.
 *
 * @param stored the lists of widgets that are stored, by sidebar, in their order
 * @param sidebars the lists of widgets that are known, of sidebars that are known
 */
export function mergedArrangement(
  stored: ReadonlyMap<string, readonly string[]>,
  sidebars: ReadonlyMap<string, readonly string[]>,
  { inactive, isWidget }: Known,
): Map<string, string[]> {
  const unused = new Set(sidebars.get(inactive));
  const merged = new Map<string, string[]>();
  for (const [sidebar, ids] of stored) {
    if (sidebars.has(sidebar)) continue;
    const staying = ids.filter((id) => !isWidget(id) || unused.has(id));
    for (const id of staying) unused.delete(id);
    merged.set(sidebar, staying);
  }
  const listOf = (sidebar: string) => (sidebar === inactive ? [...unused] : (sidebars.get(sidebar) ?? []));
  return new Map(
    [...new Set([...stored.keys(), ...sidebars.keys()])].map((sidebar) => [
      sidebar,
      merged.get(sidebar) ?? mergedList(stored.get(sidebar) ?? [], listOf(sidebar), isWidget),
    ]),
  );
}

/** A list in which those that are not known keep their places among the others. */
function mergedList(stored: readonly string[], known: readonly string[], isWidget: (id: string) => boolean): string[] {
  const left = [...known];
  const list = stored.flatMap((id) => (isWidget(id) ? left.splice(0, 1) : [id]));
  return [...list, ...left];
}
