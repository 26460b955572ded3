/*
 * Fixes differences between happy-dom and browsers that disturb tests. A separate module: test files of a
 * worker share modules, so this runs once there, while a set-up file runs for every test file.
 */

releaseRemovedNodes();
savesNoFiles();

/** Arco ends closing animations after their test; the elements it then removes are already gone. */
function releaseRemovedNodes(): void {
  const remove = Node.prototype.removeChild;
  Node.prototype.removeChild = function removeChild<T extends Node>(child: T): T {
    return child.parentNode ? (remove.call(this, child) as T) : child;
  };
}

/** happy-dom would navigate the page, which all files of a worker share, to a downloaded file. */
function savesNoFiles(): void {
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function clickUnlessSaving() {
    if (!this.hasAttribute('download')) click.call(this);
  };
}
