import { useLayoutEffect, useRef } from "react";

const gapPx = 12;

/** Places the cards of a margin beside their paragraphs (`data-anchor`), without overlaps. */
export function useStack() {
  const stack = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const margin = stack.current;
    if (margin === null) return;
    const cards = [...margin.children] as HTMLElement[];
    const place = () => {
      const marginTop = margin.getBoundingClientRect().top;
      let free = 0;
      for (const card of cards) {
        const anchor = document.getElementById(card.dataset.anchor ?? "");
        const wanted = anchor === null ? 0 : anchor.getBoundingClientRect().top - marginTop;
        const top = Math.max(wanted, free);
        card.style.top = `${top}px`;
        free = top + card.offsetHeight + gapPx;
      }
      margin.style.setProperty("--height", `${free}px`);
    };
    place();
    const observer = new ResizeObserver(place);
    for (const box of [document.body, ...cards]) observer.observe(box);
    return () => observer.disconnect();
  });
  return stack;
}
