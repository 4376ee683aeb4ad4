import { ApprovalDiff } from "countersign/react";
import { renderToString } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { numbered, textDiff } from "./text-diff.ts";

describe("a diff that is drawn on a server", () => {
  it("has its first rows, and needs nothing of a browser", () => {
    const diff = textDiff(numbered(4000), numbered(4000).replaceAll("line", "row"));
    for (const name of ["window", "document", "ResizeObserver", "requestAnimationFrame", "setTimeout"]) {
      vi.stubGlobal(name, new Proxy({}, { get: () => { throw new Error(`${name} was used`); } }));
    }
    const html = renderToString(<ApprovalDiff diff={diff} />);
    expect(html).toContain("4000 additions, 4000 deletions");
    expect(html).toContain("<del>line</del> 1<");
    expect(html.match(/countersign-diff-row/g)?.length).toBeLessThan(200);
  });

  it("has no style attribute, which a Content Security Policy may refuse", () => {
    for (const view of ["unified", "split"] as const) {
      const html = renderToString(<ApprovalDiff diff={textDiff(numbered(4000), "")} view={view} selectedHunks={[0]} />);
      expect(html).not.toContain("style=");
    }
  });
});
