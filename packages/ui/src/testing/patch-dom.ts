/*
 * What happy-dom does otherwise than a browser, where it disturbs tests. A module of its own: files share the modules of
 * their worker, so this runs once there, while a set-up file runs for every file anew.
 */

letGoOfWhatIsGone();
savesNoFiles();

/** Arco ends closing animations after the test that began them; what it then takes away was cleared already. */
function letGoOfWhatIsGone(): void {
  const remove = Node.prototype.removeChild;
  Node.prototype.removeChild = function removeChild<T extends Node>(child: T): T {
    return child.parentNode ? (remove.call(this, child) as T) : child;
  };
}

/** happy-dom would take the page, which all files of a worker share, to the file that a link saves. */
function savesNoFiles(): void {
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function clickUnlessSaving() {
    if (!this.hasAttribute('download')) click.call(this);
  };
}
