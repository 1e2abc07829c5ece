/** What is wider or higher than its place is scrolled by the keyboard too: the Tab key stops at it as
 * long as some of it is out of sight. */
export function scrolls(node: HTMLElement): { destroy(): void } {
  const look = (): void => {
    const over = node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
    if (over) node.tabIndex = 0;
    else node.removeAttribute("tabindex");
  };
  const watch = new ResizeObserver(look);
  for (const one of [node, ...node.children]) watch.observe(one);
  return { destroy: () => watch.disconnect() };
}
