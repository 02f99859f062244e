/** Parts of a figure. */
export const REGIONS = ['head', 'torso', 'leftArm', 'rightArm', 'leftLeg', 'rightLeg'] as const;
export type Region = (typeof REGIONS)[number];

const PARTS: readonly (readonly [RegExp, Region])[] = [
  [/^(?:head|brain|neck|face|skull)/i, 'head'],
  [/^left_?(?:fore)?(?:arm|hand|shoulder)/i, 'leftArm'],
  [/^right_?(?:fore)?(?:arm|hand|shoulder)/i, 'rightArm'],
  [/^left_?(?:leg|foot|thigh|knee)/i, 'leftLeg'],
  [/^right_?(?:leg|foot|thigh|knee)/i, 'rightLeg'],
  [/^(?:torso|chest|pelvis|spine|heart|lung|liver|kidney|stomach|body|back)/i, 'torso'],
];

/** Where on a figure a zone of the game is; null: nobody knows. */
export function regionOf(zone: string): Region | null {
  return PARTS.find(([pattern]) => pattern.test(zone))?.[1] ?? null;
}

/** A zone as it is read: the game writes its words in one ('LeftArm'). */
export function zoneText(zone: string): string {
  const apart = zone.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('_', ' ');
  return apart.charAt(0) + apart.slice(1).toLowerCase();
}
