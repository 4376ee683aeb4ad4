import type { Card } from "./surface.ts";
import { surfaces } from "./surfaces.ts";

/** How the calls of a tool are shown; nothing for a tool that the page does not know. */
export const cardOf = (toolName: string): Card | undefined => surfaces.find(({ cards }) => Object.hasOwn(cards, toolName))?.cards[toolName];

export const titleOf = (toolName: string): string => cardOf(toolName)?.title ?? toolName;
