// What lies in front in a page, for touchd-follow.js: the order in which the browser paints elements (CSS 2.2, appendix E; CSS Positioned Layout 4
// for the top layer), and what clips, turns and scales them.

export const identity = [1, 0, 0, 1];
export const multiply = ([a, b, c, d], [e, f, g, h]) => [a * e + c * f, b * e + d * f, a * g + c * h, b * g + d * h];

const createsContext = /transform|translate|rotate|scale|perspective|filter|contain|opacity|mask|clip-path|isolation|blend-mode|z-index|position|view-transition/;
const holdsFixed = /transform|translate|rotate|scale|perspective|filter|contain/;
const replaced = 'img, video, audio, canvas, iframe, embed, object, svg, input, select, textarea, meter, progress';
// Where each of these lies within its stacking context; below 0 are negative values of z-index, above 1 the positive ones.
const inBlocks = 0, inFloats = 0.25, inLines = 0.5, positioned = 1, topLayer = 1e10;

/**
 * Returns the element that encloses another one in the painted page: the slot that it is assigned to, its parent, or the component whose shadow tree
 * it is in.
 */
export const outer = (element) => element.assignedSlot ?? element.parentElement ?? element.parentNode?.host ?? null;

/**
 * Whether the first of two elements comes first in the document. Elements in different shadow trees are compared by the components that contain them.
 */
function isBefore(one, other) {
  for (let root = one.getRootNode(); root.host && !root.contains(other); root = one.getRootNode()) one = root.host;
  while (other.getRootNode() !== one.getRootNode() && other.getRootNode().host) other = other.getRootNode().host;
  return Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
}

/** Whether an element can be hit where it is. */
export const isHittable = (element, css = getComputedStyle(element)) => css.pointerEvents !== 'none'
  && element.checkVisibility({ visibilityProperty: true }) && !element.closest('[inert], :modal')?.inert;

/** A cache of the computed styles that decide where elements are and in which order they are painted. It is valid for one moment. */
export class Styles {
  #known = new Map();
  #top;

  /** @param top The elements of the top layer, from back to front. */
  constructor(top) { this.#top = top; }

  of(element) {
    let style = this.#known.get(element);
    if (!style) this.#known.set(element, style = this.#read(element));
    return style;
  }

  #read(element) {
    const css = getComputedStyle(element);
    const { position, transform, translate, rotate, scale, perspective, filter, backdropFilter, contain, willChange, overflow, zIndex, display } = css;
    const isRoot = element === document.documentElement;
    const isCut = css.clipPath !== 'none';
    const isViewports = element === document.body && getComputedStyle(document.documentElement).overflow === 'visible';
    let parent = outer(element);
    while (parent && getComputedStyle(parent).display === 'contents') parent = outer(parent);
    const isTop = this.#top.has(element);
    const isPositioned = position !== 'static';
    const isItem = /flex|grid/.test(!isRoot && parent ? getComputedStyle(parent).display : '') && position !== 'absolute' && position !== 'fixed';
    const isFloat = css.float !== 'none';
    const contains = /layout|paint|strict|content/.test(contain) || css.contentVisibility !== 'visible';
    const isSet = (...values) => values.some((value) => value !== 'none');
    const isHolder = isSet(transform, translate, rotate, scale, perspective, filter, backdropFilter) || contains || css.transformStyle === 'preserve-3d';
    const isContext = isRoot || isTop || isHolder || /fixed|sticky/.test(position) || (zIndex !== 'auto' && (isPositioned || isItem))
      || css.opacity !== '1' || isCut || isSet(css.maskImage, css.viewTransitionName) || css.mixBlendMode !== 'normal' || css.isolation !== 'auto'
      || createsContext.test(willChange);
    const z = isPositioned || isItem ? Number(zIndex) || 0 : 0;
    const isInline = display === 'inline' && !element.matches(replaced);
    const inFlow = isFloat ? inFloats : isItem || display.startsWith('inline') ? inLines : inBlocks;
    return {
      position, isTop, isContext, css, isInline,
      // CSS turns no text in a line, and the outline of an SVG shape is turned itself.
      linear: element.ownerSVGElement || isInline ? identity : linearOf(rotate, scale, transform),
      isHolder: isHolder || holdsFixed.test(willChange),
      isInSpace: transform.startsWith('matrix3d'),
      // Clips all that is in the element, also what CSS positions against an element outside.
      isCut,
      clips: (overflow !== 'visible' && !isViewports) || isCut || /paint|strict|content/.test(contain),
      order: isContext || isPositioned ? z + (z < 0 ? 0 : positioned) : inFlow,
      isRaised: isContext || isPositioned,
      isAtomic: isContext || isPositioned || isFloat || isItem || /^inline-./.test(display),
    };
  }

  /**
   * Whether an element around this one lies in front of all of it: this one has a negative `z-index`, or is in an element that has.
   *
   * @param box Where this element is.
   */
  isBehind(element, box) {
    return this.painting(element).some(({ order, element: low }) => {
      if (order >= 0) return false;
      for (let one = outer(low); !this.of(one).isContext; one = outer(one)) {
        const { left, top, right, bottom } = one.getBoundingClientRect();
        const isAll = left <= box.x && top <= box.y && right >= box.x + box.width && bottom >= box.y + box.height;
        if (isAll && this.of(one).css.pointerEvents !== 'none' && this.of(one).css.visibility === 'visible') return true;
      }
      return false;
    });
  }

  /** Returns the element's place in the painting order: its position in each stacking context that contains it, from the outermost one inwards. */
  painting(element) {
    const style = this.of(element);
    if (style.painting) return style.painting;
    if (element === document.documentElement) return style.painting = [];
    if (style.isTop) return style.painting = [{ order: topLayer + [...this.#top].indexOf(element), element }];
    let around = outer(element);
    for (;; around = outer(around)) {
      const { isContext, isAtomic } = this.of(around);
      if (style.isRaised ? isContext : isAtomic) break;
    }
    return style.painting = [...this.painting(around), { order: style.order, element }];
  }

  /** Negative if the first of two elements is painted first. */
  compare(one, other) {
    const [a, b] = [this.painting(one), this.painting(other)];
    for (let index = 0; index < Math.min(a.length, b.length); index += 1) {
      const [p, q] = [a[index], b[index]];
      if (p.element === q.element) continue;
      return p.order - q.order || (isBefore(p.element, q.element) ? -1 : 1);
    }
    return a.length - b.length;
  }
}

/** Returns the rotation and the scale of an element as a matrix without a translation. An element that is rotated in 3D counts as not rotated. */
function linearOf(rotate, scale, transform) {
  if (rotate === 'none' && scale === 'none' && transform === 'none') return identity;
  if (/ /.test(rotate)) return identity;
  const turned = rotate === 'none' ? '' : `rotate(${rotate})`;
  // The third value scales the depth, which a flat element does not have.
  const scaled = scale === 'none' ? '' : `scale(${scale.split(' ').slice(0, 2)})`;
  const { a, b, c, d, is2D } = new DOMMatrix(`${turned} ${scaled} ${transform === 'none' ? '' : transform}`);
  return is2D ? [a, b, c, d] : identity;
}

// Properties that an animation changes without moving anything but what is in the animated element.
const moveNothingElse = /^(offset|computedOffset|easing|composite|opacity|visibility|transform|translate|rotate|scale|.*[fF]ilter|.*[cC]olor|.*[sS]hadow|background.*|clip.*|fill|stroke.*|outline.*)$/;

/** Whether a running animation may move one of these elements. */
export function mayMove(shown) {
  return document.getAnimations().some(({ playState, timeline, effect }) => {
    if (playState !== 'running' || timeline !== document.timeline || !effect?.target) return false;
    return (!effect.pseudoElement && shown.some(({ element }) => effect.target.contains(element)))
      || effect.getKeyframes().some((frame) => Object.keys(frame).some((key) => !moveNothingElse.test(key)));
  });
}
